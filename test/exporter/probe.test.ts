import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { holdClosedPort } from '../../src/sandbox/server.js';
import { runForReport } from '../support/command-line.js';
import { createRegistry, formatChain } from '../support/directory.js';
import { probePath, readRules, readVerdict } from '../support/spawn-service.js';
import { readSample } from '../support/http.js';
import { use } from '../support/servers.js';
import { startGate } from '../support/sockets.js';
import { startExporter } from './start-exporter.js';

const address = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;

describe('an entry of the registry is probed', () => {
  test('with the verdict and the rules of check', async () => {
    const [healthy, syncing, stale, evm, closed] = await Promise.all([
      use(startRpcNode({ network: 'kava_2222-10' })),
      use(startRpcNode({ network: 'kava_2222-10', catchingUp: true })),
      use(startRpcNode({ network: 'kava_2222-10', blockTime: new Date(0) })),
      use(startEvmNode({ chainId: 2_222 })),
      use(holdClosedPort()),
    ]);
    const registry = await createRegistry({ other: {} });
    const chain = formatChain(
      {
        rpc: [
          address(healthy),
          address(syncing),
          address(stale),
          address(closed),
          'rpc.example.com',
          address(evm),
        ],
        'evm-http-jsonrpc': [{ address: address(evm) }],
      },
      { chain_id: 'kava_2222-10' },
    );
    await writeFile(join(registry, 'other/chain.json'), chain);
    const exporter = await startExporter(registry);
    const { report } = await runForReport(['check', registry, '--allow-private', '--retries', '0']);
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(
      expect.arrayContaining(['pass', 'fail', 'invalid']),
    );
    for (const [at, { kind, url, verdict }] of report.endpoints.entries()) {
      const { status, body } = await exporter.probe(kind, url ?? '');
      const found = report.findings.filter(
        ({ endpoint, rule }) => endpoint === at && !rule.startsWith('chain/'),
      );
      expect([status, url, readVerdict(body), readRules(body)]).toEqual([
        200,
        url,
        verdict,
        [...new Set(found.map(({ rule }) => rule))].sort(),
      ]);
      expect(readSample(body, 'probe_success')).toBe(Number(verdict === 'pass'));
    }
  });

  test('once for all chains that list it, and judged by the claim of each', async () => {
    const requested: string[] = [];
    const node = await use(
      startRpcNode({ network: 'kava-1', answer: ({ path }) => void requested.push(path) }),
    );
    const registry = await createRegistry({ kava: {}, juno: {} });
    for (const [chain, id] of Object.entries({ kava: 'kava-1', juno: 'juno-1' })) {
      const content = formatChain({ rpc: [address(node)] }, { chain_id: id });
      await writeFile(join(registry, chain, 'chain.json'), content);
    }
    const exporter = await startExporter(registry);
    const kava = await exporter.probe('rpc', address(node), { chain: 'kava' });
    const before = requested.length;
    const juno = await exporter.probe('rpc', address(node), { chain: 'juno' });
    expect([kava, juno].map(({ body }) => readVerdict(body))).toEqual(['pass', 'fail']);
    expect(readRules(juno.body)).toContain('rpc/wrong-chain');
    expect([before > 0, requested.length - before]).toEqual([true, 0]);

    const { status, body } = await exporter.probe('rpc', address(node));
    expect([status, body]).toEqual([
      400,
      `"${address(node)}" is listed in several chains: add chain=juno or chain=kava\n`,
    ]);
  });

  test('and what its node says of itself is one harmless label', async () => {
    const node = await use(startRpcNode({ network: 'ka"va\\1\x1b' }));
    const exporter = await startExporter(await createRegistry({ kava: { rpc: [address(node)] } }));
    const { body } = await exporter.probe('rpc', address(node));
    expect(body).toContain('\nendpoint_check_chain_id{chain_id="ka\\"va\\\\1\\\\x1b"} 1\n');
  });
});

describe('no other request is probed', () => {
  test('an address that the registry does not list in exactly this way', async () => {
    const node = await use(startRpcNode());
    const gate = await startGate(node.port);
    const registry = await createRegistry({ kava: { rpc: [address(gate)] } });
    const exporter = await startExporter(registry);
    const url = address(gate);
    for (const path of [
      probePath('rpc', `${url}/`),
      probePath('rpc', url.replace('http:', 'HTTP:')),
      probePath('rpc', `localhost:${gate.port}`),
      probePath('rest', url),
      probePath('rpc', url, 'juno'),
      probePath('rpcc', url),
      probePath('constructor', '__proto__'),
    ]) {
      expect([(await exporter.get(path)).status, path]).toEqual([404, path]);
    }
    expect((await exporter.probe('rest', url)).body).toBe(
      `rest endpoint "${url}" is not in the registry: copy the address from /targets; it is listed as rpc\n`,
    );
    expect((await exporter.probe('rpcc', url)).body).toContain('did you mean rpc?');
    expect((await exporter.probe('rpc', url, { chain: 'juno' })).body).toContain('it is listed in kava');
    expect([gate.count(), await exporter.read('endpoint_check_exporter_probes_total')]).toEqual([0, 0]);
  });

  test('a request that is malformed', async () => {
    const exporter = await startExporter(await createRegistry({ kava: { rpc: ['https://a.example'] } }));
    const { status, body, headers } = await exporter.get('/probe?kind=rpc&kind=rpc&target=a&module=http_2xx');
    const reason = 'kind is repeated; unknown parameter "module": expected kind, target or chain';
    expect([status, body, headers['content-type']]).toEqual([
      ...[400, `${reason}\n`, 'text/plain; charset=utf-8'],
    ]);
    expect(await exporter.read('endpoint_check_exporter_refused_total{reason="bad-request"}')).toBe(1);
  });

  test('an entry that is excluded, of a chain that has ended, of another kind, or malformed: it has its verdict', async () => {
    const node = await use(startRpcNode());
    const gate = await startGate(node.port);
    const apis = { rpc: [address(gate), 'nonsense'], rest: [address(gate)] };
    const registry = await createRegistry({ kava: apis, ended: {} });
    await writeFile(join(registry, 'ended/chain.json'), formatChain(apis, { status: 'killed' }));
    const exclusions = join(registry, 'exclude.json');
    await writeFile(
      exclusions,
      JSON.stringify([{ chain: 'kava', kind: 'rpc', reason: 'maintenance', host: '127.0.0.1' }]),
    );
    const exporter = await startExporter(registry, ['--only', 'rpc', '--exclude', exclusions]);
    for (const [chain, kind, url, verdict] of [
      ['kava', 'rpc', address(gate), 'skipped'],
      ['kava', 'rpc', 'nonsense', 'invalid'],
      ['kava', 'rest', address(gate), 'skipped'],
      ['ended', 'rpc', address(gate), 'skipped'],
      ['ended', 'rpc', 'nonsense', 'skipped'],
    ] as const) {
      const { status, body } = await exporter.probe(kind, url, { chain });
      expect([status, chain, kind, url, readVerdict(body)]).toEqual([200, chain, kind, url, verdict]);
    }
    expect(JSON.parse((await exporter.get('/targets')).body)).toEqual([]);
    const leftOut = ['skipped', 'invalid', 'kind', 'key'].map((reason) =>
      exporter.read(`endpoint_check_exporter_left_out{reason="${reason}"}`),
    );
    expect(await Promise.all(leftOut)).toEqual([4, 1, 1, 0]);
    expect(gate.count()).toBe(0);
  });
});
