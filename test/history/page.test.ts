import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderHistory } from '../../src/history/history-file.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { lastNight, liveTogether, many } from '../support/histories.js';

const page = readFileSync('docs/history.md', 'utf8');

/** The output of the commands of a page, each in the state that the one before left. */
const sessions = [...page.matchAll(/^```console\n\$ npx endpoint-check (.*)\n([^]*?)^```$/gm)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

const entry = (address: string, provider: string) => ({ address, provider });
const chain = (name: string, apis: object) => JSON.stringify({ chain_name: name, apis }, null, 2);
const registry = {
  'juno/chain.json': chain('juno', { rpc: [entry('https://rpc.juno.example.org', 'Example Org')] }),
  'kava/chain.json': chain('kava', {
    rpc: [
      entry('https://rpc.kava.example.com', 'Example'),
      entry('https://rpc.kava.example.org', 'Example Org'),
    ],
    rest: [entry('https://rest.kava.example.org', 'Example Org')],
    grpc: [entry('grpc.kava.example.org:443', 'Example Org')],
  }),
};
const lives = {
  'rpc rpc.kava.example.com': many('P', 40) + many('F', 20),
  'rpc rpc.juno.example.org': many('P', 60),
  'rpc rpc.kava.example.org': many('P', 60),
  'rest rest.kava.example.org': many('P', 60),
  'grpc grpc.kava.example.org': many('P', 30) + many('X', 30),
};

test('docs/history.md shows what the program prints', async () => {
  expect(sessions.map(({ command }) => command.split(' ')[0])).toEqual(['history', 'remove']);
  const cwd = await createDirectory({ ...registry, 'nightly.jsonl': renderHistory(liveTogether(lives)) });
  for (const { command, output } of sessions) {
    const { stdout, stderr, exitCode } = await runCli([...command.split(' '), '--now', lastNight], { cwd });
    expect([stdout + stderr, exitCode]).toEqual([output, 0]);
  }
});
