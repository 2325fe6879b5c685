import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import { type RunOptions, runForReport, runProcess } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { requireValid } from '../support/report-samples.js';
import { cloneRepository, createRepository } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';

/** Runs the program in its own process, which has to end by itself, with warnings of Node on standard error. */
const probe = (args: readonly string[], options?: RunOptions) => runForReport(args, options, runProcess);

describe('an entry that is listed in several places', () => {
  test('is probed once and judged at each place', async () => {
    const trust = await createTrust();
    let requests = 0;
    const answer = () => {
      requests++;
      return undefined;
    };
    const node = await use(startEvmNode({ tls: await trust.issue(), answer }));
    const directory = await createDirectory({
      'chain/a/param.json': formatParam(
        { evm: [`https://localhost:${node.port}`] },
        { chain_id_evm: '0x7a69' },
      ),
      'chain/b/param.json': formatParam(
        { evm: [`https://LOCALHOST:${node.port}/`] },
        { chain_id_evm: '0x1' },
      ),
    });
    const { report } = await probe(['--allow-private'], { cwd: directory, env: trust.env });
    expect(report.endpoints.map(({ file, verdict }) => [file, verdict])).toEqual([
      ['chain/a/param.json', 'pass'],
      ['chain/b/param.json', 'fail'],
    ]);
    // The block, the chain id, the state of syncing, and a batch.
    expect(requests).toBe(4);
  });
});

describe('many entries', () => {
  test('are reported in the order of the file, and standard error stays empty', async () => {
    const node = await use(startCosmosNode());
    // A separate host for each, so that all are in flight at once.
    const urls = Array.from({ length: 50 }, (_, index) => `127.0.0.${index + 1}:${node.port}`);
    const directory = await createDirectory({ 'chain/a/param.json': formatParam({ grpc: urls }) });
    const { report, stderr } = await probe(['--allow-private', '--retries', '0'], { cwd: directory });
    expect(stderr).toBe('');
    expect(report.endpoints.map(({ url }) => url)).toEqual(urls);
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(
      urls.map((_, index) => (index === 0 ? 'pass' : 'fail')),
    );
  });
});

describe('an interrupt', () => {
  test.each(['SIGINT', 'SIGHUP'] as const)(
    'by %s reports the results so far, skips the rest and exits 130',
    async (signal) => {
      const node = await use(startCosmosNode());
      const server = createServer();
      const silent = await use(listen(server));
      const args = [
        'grpc',
        `localhost:${node.port}`,
        `localhost:${silent.port}`,
        '--allow-private',
        '--per-host',
        '1',
      ];
      const outcome = runProcess([...args, '--reporter', 'json'], {
        // The silent server is probed after the first one has answered.
        onStart: (child) => void once(server, 'connection').then(() => child.kill(signal)),
      });
      const { stdout, stderr, exitCode } = await outcome;
      const { endpoints, interrupted } = requireValid(JSON.parse(stdout));
      expect(interrupted).toBe(true);
      expect(endpoints.map(({ verdict }) => verdict)).toEqual(['pass', 'skipped']);
      expect(stderr).toBe('endpoint-check: interrupted: entries not checked by then are skipped\n');
      expect(exitCode).toBe(130);
    },
  );
});

test('an interrupt ends a git that waits for a remote', async () => {
  const origin = await createRepository({ 'chain/kava/param.json': formatParam({}) });
  await origin.commit();
  const { directory: cwd, git } = await cloneRepository(origin, 1);
  const server = createServer();
  const { port } = await use(listen(server));
  await git('remote', 'set-url', 'origin', `git://127.0.0.1:${port}/x`);
  const connected = once(server, 'connection').then(([socket]) => socket as Socket);
  const outcome = await runProcess(['check', '--no-network', '--since', 'origin/other'], {
    cwd,
    onStart: (child) => void connected.then(() => child.kill('SIGTERM')),
  });
  expect(outcome).toEqual({ stdout: '', stderr: 'endpoint-check: interrupted\n', exitCode: 130 });
  const socket = await connected;
  socket.on('error', () => undefined).resume();
  if (!socket.closed) await once(socket, 'close');
}, 20_000);

test('the time between blocks that a file states decides when the newest one is old', async () => {
  const trust = await createTrust();
  const blockTime = new Date(Date.now() - 54 * 60_000);
  const node = await use(startEvmNode({ tls: await trust.issue(), blockTime }));
  const describeChain = (seconds: number) =>
    `name: a\nchainId: 31337\nprotocol: ethereum\nblocks:\n  estimateBlockTime: ${seconds}\n` +
    `rpcUrls:\n  - http: https://localhost:${node.port}\n`;
  const directory = await createDirectory({
    'chains/a/metadata.yaml': describeChain(2),
    'chains/b/metadata.yaml': describeChain(12).replace('name: a', 'name: b'),
  });
  const { report } = await probe(['--allow-private'], { cwd: directory, env: trust.env });
  const stale = report.findings.filter(({ rule }) => rule === 'evm/stale');
  expect(stale.map(({ file }) => file)).toEqual(['chains/a/metadata.yaml']);
});
