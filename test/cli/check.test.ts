import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { requireValid } from '../support/report-samples.js';
import { createRepository } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';

const claims = { chain_id_cosmos: 'sandbox-1', chain_id_evm: '0x7A69' };

describe('check reports of each entry what its node reports of itself', () => {
  test('healthy nodes pass, with their facts', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const blockTime = new Date();
    const modern = await use(startCosmosNode({ tls, moniker: 'first node', height: 77, blockTime }));
    const cosmos = await use(startCosmosNode({ reflection: 'v1alpha' }));
    const evm = await use(startEvmNode({ tls, blockTime }));
    const directory = await createDirectory({
      'chain/sandbox/param.json': formatParam(
        {
          grpc: [`localhost:${modern.port}`, `127.0.0.1:${cosmos.port}`],
          evm: [`https://localhost:${evm.port}/rpc`],
        },
        claims,
      ),
    });

    const { report, exitCode } = await runForReport(['check', '--allow-private'], {
      cwd: directory,
      env: trust.env,
    });

    expect(exitCode).toBe(0);
    expect(report.endpoints.map(({ verdict, attempts }) => [verdict, attempts])).toEqual([
      ['pass', 1],
      ['pass', 1],
      ['pass', 1],
    ]);
    expect(report.findings.map(({ rule, endpoint }) => [rule, endpoint])).toEqual([['grpc/plaintext', 1]]);
    const [first, second, third] = report.endpoints.map(({ facts }) => facts);
    for (const facts of [first, third]) {
      // The phases account for the whole time. Each is rounded to a tenth; the rest is the reading of the answers.
      const { total, ...phases } = facts?.['phasesMs'] as Record<string, number | null>;
      const each = ['dns', 'connect', 'tls', 'firstByte'].map((phase) => phases[phase] ?? Number.NaN);
      for (const ms of each) expect(ms).toBeGreaterThanOrEqual(0);
      expect(each.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual((total ?? 0) + 0.4);
    }
    expect(first).toMatchObject({
      transport: 'tls',
      address: `127.0.0.1:${modern.port}`,
      reflection: 'v1',
      chainId: 'sandbox-1',
      moniker: 'first node',
      sdkVersion: 'v0.53.4',
      blockHeight: 77,
      services: expect.arrayContaining(['cosmos.base.tendermint.v1beta1.Service']) as unknown,
      certificateExpiresAt: expect.stringMatching(/Z$/) as unknown,
    });
    expect(second).toMatchObject({
      transport: 'plaintext',
      reflection: 'v1alpha',
      certificateExpiresAt: null,
    });
    expect(third).toMatchObject({
      chainId: 31_337,
      blockHeight: 0x10d4f,
      blockTime: new Date(Math.trunc(blockTime.getTime() / 1_000) * 1_000).toISOString(),
    });
  });

  test('a claim of another chain fails the entry, of gRPC and EVM alike', async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const grpc = await use(startCosmosNode({ tls, network: 'other-2' }));
    const evm = await use(startEvmNode({ tls, chainId: 5 }));
    const directory = await createDirectory({
      'chain/sandbox/param.json': formatParam(
        { grpc: [`localhost:${grpc.port}`], evm: [`https://localhost:${evm.port}`] },
        claims,
      ),
    });
    const { report, exitCode } = await runForReport(['--allow-private'], { cwd: directory, env: trust.env });
    expect(exitCode).toBe(1);
    expect(
      report.findings.map(({ rule, line, column, message }) => ({ rule, line, column, message })),
    ).toEqual([
      {
        rule: 'grpc/wrong-chain',
        line: 7,
        column: 14,
        message: 'the endpoint serves other-2, but chain_id_cosmos is sandbox-1',
      },
      {
        rule: 'evm/wrong-chain',
        line: 13,
        column: 14,
        message: 'the endpoint serves chain 5 (0x5), but chain_id_evm is 0x7A69',
      },
    ]);
  });
});

describe('check reads files, directories and standard input', () => {
  test('a file from standard input', async () => {
    const node = await use(startCosmosNode());
    const stdin = formatParam({ grpc: [`localhost:${node.port}`] }, { chain_id_cosmos: 'sandbox-1' });
    const { report, exitCode } = await runForReport(['check', '-', '--allow-private'], { stdin });
    expect(exitCode).toBe(0);
    expect(report.files).toEqual([{ path: '<stdin>', chain: null, format: 'chainlist' }]);
    expect(report.endpoints[0]).toMatchObject({ file: '<stdin>', verdict: 'pass', line: 4 });
  });

  test('--only probes one kind and skips the other', async () => {
    const node = await use(startCosmosNode());
    const directory = await createDirectory({
      'chain/sandbox/param.json': formatParam({
        grpc: [`localhost:${node.port}`],
        evm: ['https://localhost:1'],
      }),
    });
    const { report, exitCode } = await runForReport(['--only', 'grpc', '--allow-private'], {
      cwd: directory,
    });
    expect(report.endpoints.map(({ verdict, attempts }) => [verdict, attempts])).toEqual([
      ['pass', 1],
      ['skipped', 0],
    ]);
    expect(exitCode).toBe(0);
  });
});

describe('private addresses are refused by default', () => {
  test('by name, IPv4 and IPv6 address', async () => {
    const hosts = ['127.0.0.1', 'localhost', '10.1.2.3', '169.254.169.254', '[::1]', '[fd00::1]'];
    const { report, exitCode } = await runForReport(['grpc', ...hosts.map((host) => `${host}:9090`)]);
    expect(report.findings.map(({ rule, endpoint }) => [rule, endpoint])).toEqual(
      hosts.map((_, at) => ['net/blocked-address', at]),
    );
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(hosts.map(() => 'fail'));
    expect(exitCode).toBe(1);
  });
});

describe('reports are written', () => {
  test('each reporter to its own file, whole, and one to standard output', async () => {
    const directory = await createDirectory({
      'chain/a/param.json': formatParam({ grpc: ['a.example.com'] }),
    });
    const args = [
      '--no-network',
      '--reporter',
      'json=out.json',
      '--reporter',
      'pretty=out.txt',
      '--reporter',
      'pretty',
    ];
    const { stdout, exitCode } = await runCli(args, { cwd: directory });
    expect(exitCode).toBe(1);
    const report = requireValid(JSON.parse(await readFile(join(directory, 'out.json'), 'utf8')));
    expect(report.summary).toMatchObject({ files: 1, endpoints: 1, invalid: 1, errors: 1 });
    expect(await readFile(join(directory, 'out.txt'), 'utf8')).toBe(stdout);
  });

  test('to files only, with one line of summary on standard error', async () => {
    const cwd = await createDirectory({
      'chain/a/param.json': formatParam({ grpc: ['a.example.com'], evm: ['https://a.example.com'] }),
    });
    const args = ['--no-network', '--reporter', 'json=a.json', '--reporter', 'html=a.html'];
    const { stdout, stderr } = await runCli(args, { cwd });
    expect(stdout).toBe('');
    expect(stderr.replace(/\d+\.\d s/, '… s')).toBe(
      'endpoint-check: 1 invalid, 1 well-formed, not probed (2 endpoints in 1 file, … s), 1 error, 0 warnings, 1 notice\n',
    );
  });

  test('in HTML with the name of the registry, in a clone and when the CI merges its parts', async () => {
    const repository = await createRepository({ 'chain/a/param.json': formatParam({}) });
    const cwd = repository.directory;
    await repository.git('remote', 'add', 'origin', 'https://name:secret@example.com/owner/name.git');
    const readTitle = async () =>
      /<title>(.*)<\/title>/.exec(await readFile(join(cwd, 'a.html'), 'utf8'))?.[1];
    const html = ['--reporter', 'html=a.html'];
    await runCli(['--no-network', '--reporter', 'json=a.json', ...html], { cwd });
    expect(await readTitle()).toBe('owner/name: No endpoints');
    await runCli(['merge', 'a.json', ...html], { cwd, env: { GITHUB_REPOSITORY: 'someone/registry' } });
    expect(await readTitle()).toBe('someone/registry: No endpoints');
    await runCli(['grpc', 'example.com', ...html], { cwd, env: { GITHUB_REPOSITORY: 'someone/registry' } });
    expect(await readTitle()).toBe('1 of 1 endpoint is invalid: endpoint-check');
  });
});

describe('addresses of the command line must pass, or the exit status is 1', () => {
  test('with warnings allowed, but no inconclusive one', async () => {
    const good = await use(startEvmNode());
    const limited = await use(startEvmNode({ answer: { status: 429, body: 'slow down' } }));
    const run = async (nodes: readonly { readonly port: number }[], ...args: readonly string[]) => {
      const urls = nodes.map(({ port }) => `http://localhost:${port}`);
      const { report, exitCode } = await runForReport([
        ...['evm', ...urls, '--allow-private', '--retries', '0'],
        ...args,
      ]);
      return [report.endpoints.map(({ verdict }) => verdict).join(' '), report.summary.warnings, exitCode];
    };
    expect(await run([good])).toEqual(['pass', 1, 0]);
    expect(await run([good, limited])).toEqual(['pass inconclusive', 1, 1]);
    // As in `check`, which reports it.
    expect(await run([limited], '--fail-on', 'error')).toEqual(['inconclusive', 0, 0]);
    expect(await run([limited], '--fail-on', 'inconclusive')).toEqual(['inconclusive', 0, 1]);
    expect(await run([good], '--fail-on', 'warning')).toEqual(['pass', 1, 1]);
  });
});
