import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startClients } from '../opinions/ask-clients.js';
import { listClients } from '../opinions/clients.js';
import { askFromPage, browserPath, startBrowser } from '../support/browser.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createTrust } from '../support/servers.js';
import { type CosmosNode, type CosmosNodeOptions, startCosmosNode } from './cosmos-node.js';
import { hasCurl, listPasses } from './peers.js';

if (browserPath === undefined)
  process.stderr.write('Chromium is not installed: pages do NOT use a chain of both kinds\n');

/** The kinds of endpoints of a chain with an EVM, and their addresses at a node. */
const addresses = {
  grpc: ({ port }: CosmosNode) => `127.0.0.1:${port}`,
  rpc: ({ rpcPort }: CosmosNode) => `http://127.0.0.1:${rpcPort}`,
  rest: ({ restPort }: CosmosNode) => `http://127.0.0.1:${restPort}`,
  'grpc-web': ({ restPort }: CosmosNode) => `http://127.0.0.1:${restPort}`,
  ws: ({ rpcPort }: CosmosNode) => `ws://127.0.0.1:${rpcPort}/websocket`,
  evm: ({ evmPort }: CosmosNode) => `http://127.0.0.1:${evmPort}`,
  'evm-ws': ({ evmWsPort }: CosmosNode) => `ws://127.0.0.1:${evmWsPort}`,
} as const;
type Kind = keyof typeof addresses;
const kinds = Object.keys(addresses) as readonly Kind[];
const isEvm = (kind: Kind) => kind.startsWith('evm');

/** Its address for peers, which the id of its key begins. */
async function readPeer(node: CosmosNode): Promise<string> {
  const answer = await fetch(`${addresses.rpc(node)}/status`);
  const { result } = (await answer.json()) as {
    readonly result: { readonly node_info: { readonly id: string } };
  };
  return `${result.node_info.id}@127.0.0.1:${node.peerPort}`;
}

/** The verdict of an address with its rules, except those about missing TLS. */
async function check(kind: Kind | 'peer', address: string, ...args: readonly string[]) {
  const { report } = await runForReport([kind, address, '--allow-private', '--retries', '0', ...args]);
  const rules = report.findings.map(({ rule }) => rule).filter((rule) => !rule.endsWith('/plaintext'));
  return { outcome: [report.endpoints[0]?.verdict, ...rules.sort()].join(' '), report };
}

/** Listed as an archive where the format lets an entry say so: the rule of each such kind. */
async function checkArchive(node: CosmosNode) {
  const list = (kind: Kind) => [{ address: addresses[kind](node), provider: 'A', archive: true }];
  const cosmos = { grpc: list('grpc'), rpc: list('rpc'), rest: list('rest') };
  const chain = {
    chain_name: 'real',
    chain_id: 'real-1',
    apis: { ...cosmos, 'evm-http-jsonrpc': list('evm') },
  };
  const cwd = await createDirectory({ 'real/chain.json': JSON.stringify(chain) });
  const { report } = await runForReport(['--allow-private', '--retries', '0'], { cwd });
  const rules = report.findings.map(({ rule }) => rule).filter((rule) => rule.endsWith('/not-archive'));
  return {
    verdicts: report.endpoints.map(({ kind, verdict }) => `${kind} ${verdict}`).sort(),
    rules: rules.sort(),
  };
}

const archives: readonly Kind[] = ['evm', 'grpc', 'rest', 'rpc'];
const archiveVerdicts = archives.map((kind) => `${kind} pass`);

async function start(options: CosmosNodeOptions): Promise<CosmosNode> {
  const node = await startCosmosNode({ line: '0.54', chainId: 'real-1', ...options });
  onTestFinished(() => node.end('SIGTERM'));
  return node;
}

describe('a node of cosmos/evm', () => {
  let node: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode({ line: '0.54', chainId: 'real-1' });
  });
  afterAll(() => node.end('SIGTERM'));

  test.each(kinds)('passes as %s, with its chain and its head', async (kind) => {
    const { outcome, report } = await check(
      kind,
      addresses[kind](node),
      '--chain-id',
      isEvm(kind) ? '9001' : 'real-1',
    );
    expect(outcome).toBe('pass');
    expect(report.endpoints[0]?.facts).toMatchObject({ chainId: isEvm(kind) ? 9001 : 'real-1' });
    expect(report.endpoints[0]?.facts['blockHeight']).toBeGreaterThan(0);
  });

  test('passes as peer', async () => {
    expect((await check('peer', await readPeer(node), '--chain-id', 'real-1')).outcome).toBe('pass');
  });

  const ports = kinds.filter((kind) => kind !== 'ws' && kind !== 'grpc-web');
  // The RPC has the websocket of CometBFT beside it, the REST API gRPC-web; that of the EVM has nothing at /websocket.
  const others = ['rpc ws', 'rest grpc-web', 'evm-ws ws'];
  const mistakes = ports
    .flatMap((port) => kinds.map((kind) => ({ port, kind })))
    .filter(({ port, kind }) => port !== kind && !others.includes(`${port} ${kind}`));
  test.each(mistakes)('with its $port listed as $kind names what it is', async ({ port, kind }) => {
    const host = addresses[port](node).replace(/^\w+:\/\//, '');
    const formats = { grpc: host, ws: `ws://${host}/websocket`, 'evm-ws': `ws://${host}` } as const;
    const { outcome, report } = await check(
      kind,
      kind in formats ? formats[kind as keyof typeof formats] : `http://${host}`,
    );
    const { data } = report.findings.find(({ rule }) => rule.endsWith('/other-kind')) ?? {};
    expect([outcome, data]).toEqual([`fail ${kind}/other-kind`, { kind: port }]);
  });

  test.runIf(hasCurl)('answers all other clients too, as evm and evm-ws', async () => {
    const trust = await createTrust();
    const clients = await startClients(trust.env['NODE_EXTRA_CA_CERTS'] ?? '');
    onTestFinished(clients.end);
    for (const kind of ['evm', 'evm-ws'] as const) {
      const open = () => Promise.resolve(addresses[kind](node));
      const outcomes = await clients.ask({
        kind,
        chainId: '9001',
        isDescribed: true,
        isPlaintext: true,
        open,
      });
      // Its websocket takes an id that is no number for a mistake, and web3's are UUIDs.
      const expected = listClients(kind).filter((name) => kind === 'evm' || name !== 'web3');
      expect(listPasses(outcomes), JSON.stringify(outcomes)).toEqual(expected);
    }
  });

  test.each(kinds)('tells as %s what clients need', async (kind) => {
    const { outcome, report } = await check(kind, addresses[kind](node), '--capabilities');
    expect(outcome).toBe('pass');
    // Its namespaces by default are eth, net and web3.
    const evm = { finalized: true, safe: true, debug: false, trace: false };
    const cosmos = { txIndex: true, lowestBlock: 1, archive: true };
    expect(report.endpoints[0]?.facts).toMatchObject(isEvm(kind) ? evm : cosmos);
    if (kind === 'evm') expect(report.endpoints[0]?.facts).toMatchObject({ batch: 4 });
    if (kind === 'rest') expect(report.endpoints[0]?.facts).toMatchObject({ simulate: true });
    if (isEvm(kind))
      expect(report.endpoints[0]?.facts['logs']).toEqual({ maxRange: expect.any(Number) as number });
  });

  test('is an archive as long as it keeps all states', async () => {
    expect(await checkArchive(node)).toEqual({ verdicts: archiveVerdicts, rules: [] });
  });
});

test('a node of cosmos/evm is no archive without its first states, though it has all blocks', async () => {
  const node = await start({ keepRecent: 5 });
  while ((await node.send(node.account, '1stake')) < 40);
  const rules = archives.map((kind) => `${kind}/not-archive`);
  expect(await checkArchive(node)).toEqual({ verdicts: archiveVerdicts, rules });
  for (const kind of archives) {
    const { outcome, report } = await check(kind, addresses[kind](node), '--capabilities');
    // Nobody claims that it is one.
    expect([outcome, report.endpoints[0]?.facts['archive']]).toEqual(['pass', false]);
    if (!isEvm(kind)) expect(report.endpoints[0]?.facts['lowestState']).toBeGreaterThan(1);
  }
});

test('a node of cosmos/evm whose chain halted is stale as every kind', async () => {
  const node = await start({ halted: '2h' });
  for (const kind of kinds) {
    expect((await check(kind, addresses[kind](node))).outcome).toBe(`pass ${kind}/stale`);
  }
  expect((await check('peer', await readPeer(node))).outcome).toBe('pass');
});

describe.runIf(browserPath !== undefined)(
  'Chromium decides whether pages may use a node of cosmos/evm',
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(() => browser.close());

    const requests: Readonly<Partial<Record<Kind, readonly [path: string, init: RequestInit]>>> = {
      rest: ['/cosmos/base/tendermint/v1beta1/node_info', {}],
      'grpc-web': [
        '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo',
        {
          method: 'POST',
          headers: { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' },
          body: '\0'.repeat(5),
        },
      ],
    };

    test.each([false, true])('with all origins allowed: %s', async (cors) => {
      const node = await start({ cors });
      for (const kind of kinds.filter((name) => name !== 'grpc')) {
        const address = addresses[kind](node);
        const { outcome } = await check(kind, address, '--cors');
        const [path, init] = requests[kind] ?? ['', undefined];
        expect
          .soft(outcome.includes('http/no-cors'), kind)
          .toBe(!(await askFromPage(browser, address + path, init)));
      }
    });
  },
);
