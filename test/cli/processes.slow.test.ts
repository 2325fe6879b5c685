import { execFile } from 'node:child_process';
import net from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { listen } from '../../src/sandbox/server.js';
import { type Outcome, runCli, runProcess } from '../support/command-line.js';
import { createDirectory, formatParam, readBytes } from '../support/directory.js';
import { startQueryService, token } from '../support/query-service.js';
import { report } from '../support/report-samples.js';
import { use } from '../support/servers.js';

const files = {
  'chain/kava/param.json': formatParam({ evm: ['https://Evm.example.com', ' https://b.example.com'] }),
  'token.txt': token,
  'report.json': JSON.stringify(report([], [])),
  'history.jsonl': '',
};

/** The result of a run, without its duration. */
async function observe(run: (cwd: string) => Promise<Outcome>) {
  const cwd = await createDirectory(files);
  const { exitCode, ...outputs } = await run(cwd);
  const texts = { ...outputs, ...(await readBytes(cwd)) };
  const times =
    /\b[\d.]+ m?s\b|"(durationMs|startedAt|blockTime|phasesMs|latencyMs)": ?("[^"]*"|[\d.]+|\{[^}]*\})/g;
  const steady = Object.entries(texts).map(([name, text]) => [
    name,
    text.replaceAll(cwd, '.').replaceAll(times, ''),
  ]);
  return { exitCode, texts: Object.fromEntries(steady) as Readonly<Record<string, string>> };
}

const commands: readonly (readonly [string, number])[] = [
  ['--version', 0],
  ['query holders --help', 0],
  ['chek', 2],
  ['check --no-network', 1],
  ['check --no-network --fix', 0],
  ['check --no-network --reporter json=all.json --history history.jsonl --now 2026-11-01T00:00:00Z', 1],
  ['grpc NODE --allow-private --chain-id other-1 --reporter json', 1],
  ['add kava grpc NODE --allow-private --provider A', 0],
  ['remove https://evm.example.com', 0],
  ['merge report.json --allow-missing', 0],
  ['history history.jsonl', 0],
  ['explain net/refused', 0],
  ['completion bash', 0],
  ['query assets kava --base-url SERVICE --token-file token.txt', 0],
  ['smoke kava --base-url SERVICE --token-file token.txt --retries 0', 0],
];

test('in its own process a command does the same as in the process of a test, and ends by itself', async () => {
  const node = await use(startCosmosNode());
  const { baseUrl } = await startQueryService();
  for (const [line, exitCode] of commands) {
    const args = line.replace('NODE', `localhost:${node.port}`).replace('SERVICE', baseUrl).split(' ');
    const separate = await observe((cwd) => runProcess(args, { cwd }));
    expect(separate.exitCode, line).toBe(exitCode);
    expect(await observe((cwd) => runCli(args, { cwd })), line).toEqual(separate);
  }
});

test('a header block that never ends does not abort the process', async () => {
  // SETTINGS and their acknowledgement; HEADERS of stream 1 (RFC 9113 section 4.1) without END_HEADERS; CONTINUATION frames with a field each.
  const begin = Buffer.from('000000040000000000' + '000000040100000000' + '000001010000000001' + '88', 'hex');
  const more = Buffer.from('0000050900000000010001780179'.repeat(5_000), 'hex');
  const { port } = await use(
    listen(
      net.createServer((socket) => {
        socket.on('error', () => undefined).resume();
        socket.write(begin);
        const flood = () => {
          while (!socket.destroyed && socket.write(more));
        };
        socket.on('drain', flood);
        flood();
      }),
    ),
  );
  const script = `
    const { checkEndpoint } = require('./dist/index.cjs');
    (async () => {
      for (let made = 0; made < 40; made++)
        await checkEndpoint({ kind: 'grpc', url: '127.0.0.1:${port}' }, { allowPrivate: true, retries: 0 });
    })();`;
  // Little space for young objects, so that they are collected often.
  const args = ['--max-semi-space-size=1', '--eval', script];
  expect(await promisify(execFile)(process.execPath, args)).toEqual({ stdout: '', stderr: '' });
});
