import { describe, expect, test } from 'vitest';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createTrust, use } from '../support/servers.js';

const path = 'cosmos/sandbox.json';
const createChain = (rpc: string) =>
  createDirectory({ [path]: `{\n  "chainId": "sandbox-1",\n  "rpc": "${rpc}"\n}\n`, '.git/HEAD': '' });

/** Checks a chain of Keplr whose `rpc` is this one; resolves to the verdict of each kind, and the findings with their lines. */
async function check(rpc: string, env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) {
  const cwd = await createChain(rpc);
  const { report } = await runForReport(['--allow-private', '--retries', '0', ...args], { cwd, env });
  return {
    verdicts: report.endpoints.map(({ kind, url, verdict }) => `${kind} ${url ?? ''} ${verdict}`),
    findings: report.findings.map(({ rule, line, pointer }) => `${rule} ${line ?? 0} ${pointer ?? ''}`),
  };
}

describe('the websocket that Keplr opens at an rpc', () => {
  test('is missing: the rpc passes, and the finding is at its line', async () => {
    const trust = await createTrust();
    const { port } = await use(startRpcNode({ tls: await trust.issue() }));
    const url = `https://localhost:${port}`;
    expect(await check(url, trust.env)).toEqual({
      verdicts: [`rpc ${url} pass`, `ws wss://localhost:${port}/websocket fail`],
      findings: ['ws/upgrade-refused 3 /rpc'],
    });
  });

  test('is found below a path, and behind a final slash', async () => {
    const trust = await createTrust();
    const { port } = await use(startCometWebSocket({ tls: await trust.issue(), path: '/a/websocket' }));
    for (const end of ['', '/']) {
      const url = `https://localhost:${port}/a${end}`;
      const { verdicts } = await check(url, trust.env, '--only', 'ws');
      expect(verdicts).toEqual([`rpc ${url} skipped`, `ws wss://localhost:${port}/a/websocket pass`]);
    }
  });

  test('is not opened at an rpc that fails', async () => {
    const { verdicts, findings } = await check('http://localhost:26657', {}, '--no-network');
    expect(verdicts).toEqual(['rpc http://localhost:26657 invalid']);
    expect(findings).toEqual(['entry/url-scheme 3 /rpc']);
  });

  test('is opened if the scheme of the rpc is in capitals', async () => {
    const { verdicts } = await check('HTTPS://rpc.example.com', {}, '--no-network');
    expect(verdicts).toEqual([
      'rpc HTTPS://rpc.example.com skipped',
      'ws wss://rpc.example.com/websocket skipped',
    ]);
  });

  test('is not compared with that of another chain, only their rpc is', async () => {
    const chain = (id: string) => JSON.stringify({ chainId: id, rpc: 'https://rpc.example.com' });
    const files = { 'cosmos/a.json': chain('a-1'), 'cosmos/b.json': chain('b-1'), '.git/HEAD': '' };
    const { report } = await runForReport(['--no-network'], { cwd: await createDirectory(files) });
    expect(report.findings.map(({ rule, data }) => [rule, data['listedAs']])).toEqual([
      ['entry/same-address', 'rpc'],
    ]);
  });

  test('cannot be added or removed', async () => {
    const cwd = await createChain('https://rpc.example.com');
    const url = 'wss://rpc.example.com/websocket';
    const added = await runCli(['add', 'sandbox', 'ws', url, '--provider', 'A'], { cwd });
    expect(added.stderr).toContain('replace rpc in cosmos/sandbox.json by hand');
    const removed = await runCli(['remove', url], { cwd });
    expect([removed.exitCode, removed.stderr]).toEqual([1, expect.stringContaining('holds one address')]);
  });
});
