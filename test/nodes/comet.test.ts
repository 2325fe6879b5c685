import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { startClients } from '../opinions/ask-clients.js';
import { listClients } from '../opinions/clients.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createTrust } from '../support/servers.js';
import { type CometLine, cometLines } from './build.js';
import { type CometNode, type CometNodeOptions, startCometNode } from './comet-node.js';
import { hasCurl, listPasses } from './peers.js';

const lines = Object.keys(cometLines) as readonly CometLine[];
const kinds = ['rpc', 'ws'] as const;
type Kind = (typeof kinds)[number];

/** The url of a node as a kind lists it; `path` is below its root. */
function formatUrl(kind: Kind, { rpcPort }: CometNode, path = kind === 'ws' ? '/websocket' : '') {
  return `${kind === 'ws' ? 'ws' : 'http'}://127.0.0.1:${rpcPort}${path}`;
}

/** Checks a url as a kind; a failure is not retried. */
function check(kind: string, url: string, more: readonly string[] = [], env = {}) {
  return runForReport([kind, url, '--allow-private', '--retries', '0', ...more], { env });
}

/** The verdict of the endpoint, with its rules except those about missing TLS. */
function summarize({ endpoints: [endpoint], findings }: Report) {
  const rest = findings.filter(({ rule }) => rule !== 'http/plaintext');
  return { verdict: endpoint?.verdict, rules: rest.map(({ rule }) => rule) };
}

/** Starts a node with other settings, until the test ends. */
async function use(line: CometLine, options: CometNodeOptions): Promise<CometNode> {
  const node = await startCometNode(line, options);
  onTestFinished(node.end);
  return node;
}

describe.each(lines)('a real node of CometBFT %s', (line) => {
  let node: CometNode;
  beforeAll(async () => {
    node = await startCometNode(line);
  });
  afterAll(() => node.end());

  test.each(kinds)('passes as %s, with its chain, its version and its head', async (kind) => {
    const { report, exitCode } = await check(kind, formatUrl(kind, node), ['--chain-id', 'kv-1']);
    expect([exitCode, summarize(report)]).toEqual([0, { verdict: 'pass', rules: [] }]);
    const facts = report.endpoints[0]?.facts;
    expect(facts).toMatchObject({ chainId: 'kv-1', version: cometLines[line].slice(1) });
    expect(facts?.['blockHeight']).toBeGreaterThan(0);
  });

  test.runIf(hasCurl)('answers all other clients too', async () => {
    const trust = await createTrust();
    const clients = await startClients(trust.env['NODE_EXTRA_CA_CERTS'] ?? '');
    onTestFinished(clients.end);
    for (const kind of kinds) {
      const open = () => Promise.resolve(formatUrl(kind, node));
      const found = await clients.ask({ kind, chainId: 'kv-1', isDescribed: true, isPlaintext: true, open });
      expect(listPasses(found), JSON.stringify(found)).toEqual(listClients(kind));
    }
  });

  // 1.0 serves all of it below /v1 too, https://docs.cometbft.com/v1.0/rpc/.
  test.each(kinds)('has a version of its API in the path as %s, or has not', async (kind) => {
    const url = formatUrl(kind, node, kind === 'ws' ? '/v1/websocket' : '/v1');
    const { report } = await check(kind, url, ['--chain-id', 'kv-1']);
    const missing = { rpc: 'http/status', ws: 'ws/upgrade-refused' }[kind];
    expect(summarize(report)).toEqual(
      line === '1.0' ? { verdict: 'pass', rules: [] } : { verdict: 'fail', rules: [missing] },
    );
  });

  test('fails without a first block', async () => {
    const stuck = await use(line, { isStuck: true });
    for (const kind of kinds) {
      const { report } = await check(kind, formatUrl(kind, stuck));
      expect(summarize(report)).toEqual({ verdict: 'fail', rules: [`${kind}/no-block`] });
    }
  });

  test('fails as ws if its configuration allows no subscription', async () => {
    const deaf = await use(line, { settings: { max_subscription_clients: '0' } });
    const found = await Promise.all(kinds.map((kind) => check(kind, formatUrl(kind, deaf))));
    expect(found.map(({ report }) => summarize(report))).toEqual([
      { verdict: 'pass', rules: [] },
      { verdict: 'fail', rules: ['ws/no-subscription'] },
    ]);
  });

  test('passes with TLS, and fails if the url has none, or its certificate is not trusted', async () => {
    const trust = await createTrust();
    const { key, cert } = await trust.issue();
    const directory = await createDirectory({ 'key.pem': key, 'cert.pem': cert });
    const settings = {
      tls_cert_file: `"${directory}/cert.pem"`,
      tls_key_file: `"${directory}/key.pem"`,
    };
    const secure = await use(line, { settings });
    for (const kind of kinds) {
      const plain = formatUrl(kind, secure).replace('127.0.0.1', 'localhost');
      const url = plain.replace(':', 's:');
      const found = await Promise.all([
        check(kind, url, [], trust.env),
        check(kind, url),
        check(kind, plain),
      ]);
      expect(found.map(({ report }) => summarize(report))).toEqual([
        { verdict: 'pass', rules: [] },
        { verdict: 'fail', rules: ['tls/untrusted'] },
        { verdict: 'fail', rules: ['http/status'] },
      ]);
      expect(found[2].report.findings[0]?.hint).toMatch(/^write (?:https|wss) in place of /);
    }
  });
});
