import { expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
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
