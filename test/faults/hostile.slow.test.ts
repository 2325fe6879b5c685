import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { chainlist } from '../../src/formats/chainlist/index.js';
import type { Problem } from '../../src/model/rule.js';
import { loadFile } from '../../src/registry/load-file.js';
import { describeTooLarge, resultLimit } from '../../src/registry/rules.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { use } from '../support/servers.js';

/**
 * Prints the peak memory of the process, in KiB, when it exits. On Linux maxRSS includes that of the parent process, which is vitest (exec_mmap in
 * https://github.com/torvalds/linux/blob/v6.12/fs/exec.c).
 */
const printMemory = `
  const { existsSync, readFileSync } = require('node:fs');
  const status = '/proc/self/status';
  process.on('exit', () => {
    const own = existsSync(status) ? /^VmHWM:\\s+(\\d+)/m.exec(readFileSync(status, 'utf8'))[1] : process.resourceUsage().maxRSS;
    process.stderr.write(String(own));
  });`;

async function runMeasured(args: readonly string[]) {
  const directory = await createDirectory({ 'memory.cjs': printMemory });
  const { report, stderr } = await runForReport(args, {
    env: { NODE_OPTIONS: `--require ${directory}/memory.cjs` },
  });
  return { report, peakMiB: Number(stderr) / 1_024 };
}

describe('answers do not fill memory', () => {
  test.each([
    ['arrays', (id: number) => `{"jsonrpc":"2.0","id":${id},"result":[${'[],'.repeat(650_000)}0]}`],
    [
      'depth',
      (id: number) => `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(900_000)}${']'.repeat(900_000)}}`,
    ],
    [
      'fields',
      (id: number) =>
        `{"jsonrpc":"2.0","id":${id},"result":{${Array.from({ length: 190_000 }, (_, at) => `"${at.toString(36)}":0`).join()}}}`,
    ],
    ['texts', (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"hash":"${'x'.repeat(2_000_000)}"}}`],
  ])('EVM: %s in forty answers', async (_name, answer) => {
    const node = await use(
      startEvmNode({
        answer: (body) => ({ status: 200, body: answer((JSON.parse(body) as { id: number }).id) }),
      }),
    );
    const urls = Array.from({ length: 40 }, (_, index) => `http://127.0.0.1:${node.port}/${index}`);
    const { report, peakMiB } = await runMeasured(['evm', ...urls, '--allow-private', '--retries', '0']);
    expect(report.summary.failed).toBe(40);
    expect(peakMiB).toBeLessThan(200);
  });
});

describe('messages do not fill memory', () => {
  test.each([
    ['arrays', (id: number) => `{"jsonrpc":"2.0","id":${id},"result":[${'[],'.repeat(48_000)}0]}`],
    ['more arrays', (id: number) => `{"jsonrpc":"2.0","id":${id},"result":[${'[],'.repeat(650_000)}0]}`],
    ['texts', (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"hash":"${'x'.repeat(2_000_000)}"}}`],
  ])('websockets: %s in forty answers', async (_name, answer) => {
    const node = await use(startEvmWebSocket({ answer: ({ id }) => answer(id) }));
    const urls = Array.from({ length: 40 }, (_, index) => `ws://127.0.0.1:${node.port}/${index}`);
    const { report, peakMiB } = await runMeasured(['evm-ws', ...urls, '--allow-private', '--retries', '0']);
    expect(report.summary.failed).toBe(40);
    expect(peakMiB).toBeLessThan(250);
  });
});

describe('files do not stall the check', () => {
  test('many empty entries, all of which are reported', async () => {
    const content = `{"grpc_endpoint":[${'{},'.repeat(80_000)}{}]}`;
    const directory = await createDirectory({ 'chain/a/param.json': content });
    const { report } = await runForReport(['--no-network'], { cwd: directory });
    expect([report.findings.length, report.endpoints.length]).toEqual([80_001, 80_001]);
  });

  test('more mistakes than a run has memory for', () => {
    const location = {
      path: 'chain/a/param.json',
      format: chainlist,
      chain: 'a',
      expected: null,
      list: null,
    };
    const load = (count: number) => {
      const text = `{${'"a":1,'.repeat(count)}"a":1}`;
      return loadFile(location, { text, problem: null }, checks);
    };
    const isTooMuch = ({ problem }: { problem: Problem }) => problem.code === 'file/too-large';
    expect(load(resultLimit - 9).problems.some(isTooMuch)).toBe(false);
    const { problems, entries, complete } = load(resultLimit);
    expect(problems.map(({ problem }) => problem)).toEqual([describeTooLarge('results')]);
    expect([entries, complete]).toEqual([[], false]);
  });

  test('a thousand files with a hundred problems each', async () => {
    const content = `{${'"":0,'.repeat(101)}"a":0}`;
    const files = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`chain/c${index}/param.json`, content]),
    );
    const { report } = await runForReport(['--no-network'], { cwd: await createDirectory(files) });
    expect(report.findings.length).toBeGreaterThan(100_000);
  });

  test('more files than may be open', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, index) => [
        `chain/c${index}/param.json`,
        formatParam({ grpc: ['a.example.com:443'] }, { chain_id_cosmos: 'a-1' }),
      ]),
    );
    const { report, exitCode } = await runForReport(['--no-network'], { cwd: await createDirectory(files) });
    const rules = new Set(report.findings.map(({ rule }) => rule));
    expect([...rules]).toEqual(['file/chain-id-repeated']);
    expect(exitCode).toBe(0);
  });
});
