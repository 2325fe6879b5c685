import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { listen } from '../../src/sandbox/server.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { findFreePort } from '../support/ports.js';
import { use } from '../support/servers.js';
import { startCountingListener } from '../support/sockets.js';

/** A chain of a chain-registry with these addresses as rpc. */
function chain(status: string, addresses: readonly string[]): string {
  const rpc = addresses.map((address) => ({ address, provider: 'Example' }));
  return JSON.stringify({ chain_name: 'kava', chain_id: 'sandbox-1', status, apis: { rpc } });
}

async function check(files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const cwd = await createDirectory(files);
  const { report, exitCode } = await runForReport(['--allow-private', '--retries', '0', ...args], { cwd });
  return {
    exitCode,
    endpoints: report.endpoints.map(({ verdict, attempts, skipReason }) => ({
      verdict,
      attempts,
      skipReason,
    })),
    findings: report.findings.map(({ rule, severity }) => `${severity} ${rule}`),
    report,
  };
}

describe('on a chain that may not have begun, a failure on the network is a notice and proves nothing', () => {
  test('an address where nothing listens', async () => {
    const address = `http://localhost:${await findFreePort()}`;
    const upcoming = await check({ 'kava/chain.json': chain('upcoming', [address]) });
    expect(upcoming).toMatchObject({ exitCode: 0, findings: ['notice net/refused'] });
    expect(upcoming.endpoints).toMatchObject([{ verdict: 'inconclusive', attempts: 1 }]);
    const live = await check({ 'kava/chain.json': chain('live', [address]) });
    expect(live).toMatchObject({ exitCode: 1, findings: ['error net/refused'] });
  });

  test('an incubating one of ethereum-lists', async () => {
    const address = `http://localhost:${await findFreePort()}`;
    const text = JSON.stringify({ chainId: 1, status: 'incubating', rpc: [address] });
    const { exitCode, findings } = await check({ '_data/chains/eip155-1.json': text });
    expect([exitCode, findings]).toEqual([0, ['notice net/refused']]);
  });

  test('an endpoint that answers passes', async () => {
    const node = await use(startRpcNode({ network: 'sandbox-1' }));
    const text = chain('upcoming', [`http://localhost:${node.port}`]);
    const { endpoints } = await check({ 'kava/chain.json': text });
    expect(endpoints).toMatchObject([{ verdict: 'pass' }]);
  });

  test('merge keeps the verdict', async () => {
    const address = `http://localhost:${await findFreePort()}`;
    const cwd = await createDirectory({ 'kava/chain.json': chain('upcoming', [address]) });
    await runForReport(['--allow-private', '--retries', '0', '--shard', '1/1', '--reporter', 'json=a.json'], {
      cwd,
    });
    const { report, exitCode } = await runForReport(['merge', 'a.json'], { cwd });
    expect([exitCode, report.endpoints[0]?.verdict]).toEqual([0, 'inconclusive']);
  });
});

describe('skipped entries are not connected to', () => {
  test('the endpoints of a chain that has ended', async () => {
    const { port, connected } = await startCountingListener();
    const text = chain('killed', [`http://localhost:${port}`]);
    const { endpoints, exitCode } = await check({ 'kava/chain.json': text });
    expect(endpoints).toEqual([{ verdict: 'skipped', attempts: 0, skipReason: 'the chain has ended' }]);
    expect([exitCode, connected.size]).toEqual([0, 0]);
  });

  test('an endpoint that its registry declares closed to others', async () => {
    const { port, connected } = await startCountingListener();
    const [open, closed] = [`http://localhost:${port}`, `http://127.0.0.2:${port}`];
    const rpc = [
      { address: closed, authorizedUser: 'skip' },
      { address: 'nonsense', authorizedUser: 'skip' },
      { address: open, authorizedUser: '' },
    ];
    const text = JSON.stringify({ chain_name: 'kava', chain_id: 'sandbox-1', apis: { rpc } });
    const { endpoints, report } = await check({ 'kava/chain.json': text });
    const skipReason = 'its registry declares it closed to all but "skip"';
    expect(endpoints).toEqual([
      { verdict: 'skipped', attempts: 0, skipReason },
      { verdict: 'skipped', attempts: 0, skipReason },
      { verdict: 'fail', attempts: 1, skipReason: null },
    ]);
    expect(connected.size).toBe(1);
    // It was there before, as far as is known.
    expect(report.findings.map(({ rule }) => rule)).not.toContain('entry/closed');
  });

  test('those of an exclusion file', async () => {
    const { port, connected } = await startCountingListener();
    const files = {
      'kava/chain.json': chain('live', [`http://localhost:${port}`]),
      'exclude.json':
        '[\n  // they asked for it\n  { "host": "localhost", "reason": "asked to be left alone" },\n]',
    };
    const { endpoints, exitCode } = await check(files, ['--exclude', 'exclude.json']);
    expect(endpoints).toEqual([
      { verdict: 'skipped', attempts: 0, skipReason: 'excluded: asked to be left alone' },
    ]);
    expect([exitCode, connected.size]).toEqual([0, 0]);
  });

  test('but those of an expired exclusion are', async () => {
    const { port, connected } = await startCountingListener();
    const files = {
      'kava/chain.json': chain('live', [`http://localhost:${port}`]),
      'exclude.json': '[\n  { "host": "localhost", "reason": "r", "until": "2020-01-01" }\n]',
    };
    const { findings, report } = await check(files, ['--exclude', 'exclude.json']);
    expect(findings).toContain('warning file/exclusion-expired');
    expect(report.findings.find(({ rule }) => rule === 'file/exclusion-expired')).toMatchObject({
      file: 'exclude.json',
      line: 2,
    });
    expect(connected.size).toBeGreaterThan(0);
  });
});

describe('probes identify themselves', () => {
  const startRecorder = async () => {
    const agents = new Set<string>();
    const server = http.createServer((request, response) => {
      agents.add(request.headers['user-agent'] ?? '');
      response.writeHead(404).end();
    });
    return { agents, node: await use(listen(server)) };
  };

  test('by default with the product, its version and a page', async () => {
    const { agents, node } = await startRecorder();
    await check({ 'kava/chain.json': chain('live', [`http://localhost:${node.port}`]) });
    expect([...agents]).toEqual([
      expect.stringMatching(/^endpoint-check\/\d+\.\d+\.\d+ \(\+https:\/\/\S+\)$/),
    ]);
  });

  test('or by the text of --user-agent', async () => {
    const { agents, node } = await startRecorder();
    const files = { 'kava/chain.json': chain('live', [`http://localhost:${node.port}`]) };
    await check(files, ['--user-agent', 'kava-registry (ops@example.com)']);
    expect([...agents]).toEqual(['kava-registry (ops@example.com)']);
  });

  test.each(['', ' x', 'a\nb', 'ü'])('%j is no valid text', async (agent) => {
    const cwd = await createDirectory({ 'kava/chain.json': chain('live', []) });
    await expect(runForReport(['--user-agent', agent], { cwd })).rejects.toThrow(
      /--user-agent: expected 1 to 255/,
    );
  });
});
