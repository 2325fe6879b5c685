import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import net from 'node:net';
import { join, resolve } from 'node:path';
import tls from 'node:tls';
import { describe, expect, test } from 'vitest';
import { parseExclusions } from '../../src/registry/exclude.js';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { hashKey } from '../../src/net/p2p/messages.js';
import { exportRawKey } from '../../src/net/p2p/secret-connection.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { createNodeKey, startPeerNode } from '../../src/sandbox/peer-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import { startSolanaNode } from '../../src/sandbox/solana-node.js';
import { checks } from '../../src/checks/index.js';
import { runAction } from '../support/action.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { findExamples, getWorkflow, parseWorkflow } from '../support/documents.js';
import { createRepository } from '../support/repository.js';
import { createTrust, use } from '../support/servers.js';

const page = 'docs/adopting.md';
const text = readFileSync(page, 'utf8');

describe('one run costs a host what the page says', () => {
  const rows = [...text.matchAll(/^\| ([\w-]+) +\| (\d+) +\| (\d+)\b/gm)];
  const promised = rows.map(([, kind = '', connections, requests]) => ({
    kind,
    cost: { connections: Number(connections), requests: Number(requests) },
  }));

  test('of every kind', () => {
    expect(promised.map(({ kind }) => kind)).toEqual(checks.map(({ kind }) => kind));
  });

  let requests = 0;
  const answer = () => {
    requests++;
    return undefined;
  };
  const peerKey = createNodeKey();
  const nodes: Readonly<Record<string, readonly [start: () => Promise<SandboxServer>, base: string]>> = {
    grpc: [() => startCosmosNode(), ''],
    evm: [() => startEvmNode({ answer }), 'https://'],
    rpc: [() => startRpcNode({ answer }), 'https://'],
    rest: [() => startRestNode({ answer }), 'https://'],
    'grpc-web': [() => startGrpcWebNode({ answer }), 'https://'],
    ws: [() => startCometWebSocket({ path: '/', answer }), 'wss://'],
    'evm-ws': [() => startEvmWebSocket({ answer }), 'wss://'],
    solana: [() => startSolanaNode({ answer }), 'https://'],
    peer: [() => startPeerNode({ key: peerKey }), `${hashKey(exportRawKey(peerKey.publicKey))}@`],
  };

  test.each(promised)('$kind', async ({ kind, cost }) => {
    const [start, base] = nodes[kind] ?? [];
    if (start === undefined) throw new Error(`no node of the kind ${kind}`);
    requests = 0;
    const trust = await createTrust();
    const { port } = await use(start());
    const sent: Buffer[] = [];
    let connections = 0;
    const options = { ...(await trust.issue()), ALPNProtocols: [kind === 'grpc' ? 'h2' : 'http/1.1'] };
    // Counts connections with and without TLS.
    const pass = (socket: net.Socket) => {
      const node = net.connect(port, '127.0.0.1');
      for (const side of [socket, node]) side.on('error', () => side.destroy());
      socket.on('data', (chunk: Buffer) => sent.push(chunk));
      socket.pipe(node).pipe(socket);
    };
    const front = kind === 'peer' ? net.createServer(pass) : tls.createServer(options, pass);
    front.on('connection', () => connections++);
    const at = await use(listen(front));
    const args = [kind, `${base ?? ''}localhost:${at.port}`, '--allow-private'];
    const { report } = await runForReport(args, { env: trust.env });
    expect(report.endpoints.map(({ verdict }) => verdict)).toEqual(['pass']);
    if (kind === 'grpc') requests = countStreams(Buffer.concat(sent));
    expect({ connections, requests }).toEqual(cost);
  });
});

/** The streams that an HTTP/2 client has opened: the HEADERS frames after its preface of 24 bytes (RFC 9113 section 4.1). */
function countStreams(bytes: Buffer): number {
  let streams = 0;
  for (let at = 24; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
    if (bytes[at + 3] === 1) streams++;
  }
  return streams;
}

describe('the exclusions of the page', () => {
  const examples = findExamples('jsonc').flatMap((example) => (example.page === page ? [example.code] : []));
  const kinds = checks.map(({ kind }) => kind);

  test.each(examples)('are valid: %s', (code) => {
    const { exclusions, errors } = parseExclusions(code, kinds);
    expect(errors).toEqual([]);
    expect(exclusions.length).toBeGreaterThan(2);
  });

  test('exclude what their comments say', async () => {
    const apis = {
      rpc: [
        { address: 'https://rpc.example.net', provider: 'quiet nodes' },
        { address: 'https://example.com/rpc', provider: 'Other' },
        { address: 'https://rpc.example.com', provider: 'Other' },
        { address: 'https://rpc.example.org', provider: 'Other' },
      ],
      grpc: [{ address: 'grpc.example.org:443', provider: 'Other' }],
    };
    const cwd = await createDirectory({
      'kava/chain.json': JSON.stringify({ chain_name: 'kava', chain_id: 'kava_2222-10', apis }),
      'exclusions.jsonc': (examples[1] ?? '').replace('2027-01-31', '2999-12-31'),
    });
    const { report } = await runForReport(['--no-network', '--exclude', 'exclusions.jsonc'], { cwd });
    expect(
      report.endpoints.map(({ url, skipReason }) => [url, skipReason?.replace(/, issue.*/, '') ?? null]),
    ).toEqual([
      ['https://rpc.example.net', 'excluded: asked to be left alone'],
      ['https://example.com/rpc', 'excluded: counts every request as usage'],
      ['https://rpc.example.com', 'excluded: counts every request as usage'],
      ['https://rpc.example.org', null],
      ['grpc.example.org:443', 'excluded: moves to another data center'],
    ]);
  });

  test('leave out the chains of Keplr', async () => {
    const rest = 'https://rest.example.com';
    const chain = { chainId: 'kyve-1', rpc: 'https://rpc.example.com', rest };
    const cwd = await createDirectory({
      'cosmos/kyve.json': JSON.stringify(chain),
      'exclusions.jsonc': examples[0] ?? '',
    });
    const { report } = await runForReport(['--no-network', '--exclude', 'exclusions.jsonc'], { cwd });
    expect(report.endpoints.flatMap(({ kind, skipReason }) => (skipReason === null ? [] : [kind]))).toEqual([
      'rest',
    ]);
  });
});

test('the parts of the nightly run of cosmos/chain-registry are joined', async () => {
  const { jobs } = parseWorkflow(getWorkflow(`${page}: chain-registry-nightly`));
  const shard = String(
    jobs['check']?.steps.find((step) => step.with?.['shard'] !== undefined)?.with?.['shard'],
  );
  const count = Number(shard.split('/').pop());
  const rpc = Array.from({ length: 12 }, (_, index) => ({
    address: index === 0 ? 'no url' : `https://rpc-${index}.example.com`,
    provider: 'Example Validator',
  }));
  const cwd = await createDirectory({
    'kava/chain.json': JSON.stringify({ chain_name: 'kava', chain_id: 'kava_2222-10', apis: { rpc } }),
  });
  await symlink(resolve('.'), join(cwd, 'endpoint-check'));
  for (let part = 1; part <= count; part++) {
    const args = ['--no-network', '--shard', `${part}/${count}`, '--reporter', `json=part-${part}.json`];
    await runCli(['kava', ...args], { cwd });
  }
  const script = jobs['report']?.steps.find(({ name }) => name === 'Join the reports')?.run ?? '';
  const env = { ...process.env, GITHUB_STEP_SUMMARY: join(cwd, 'shown.md') };
  // Like a step of the runner.
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, env, stdio: 'ignore' });
  // There is a finding, but no step fails.
  expect(await new Promise((done) => child.once('close', done))).toBe(0);
  expect(await readFile(join(cwd, 'shown.md'), 'utf8')).toContain('12 endpoints');
  expect(await readFile(join(cwd, 'report/report.json'), 'utf8')).toContain('entry/url-malformed');
});

test("the workflow for a provider's manifest checks the manifest, and fails on a warning", async () => {
  const { jobs } = parseWorkflow(getWorkflow(`${page}: provider-manifest`));
  const inputs = jobs['endpoints']?.steps.find((step) => step.with?.['paths'] !== undefined)?.with ?? {};
  const endpoint = (address: string) => ({
    manifest_version: '1',
    provider: { name: 'Example Validator' },
    chains: [{ chain_id: 'kava_2222-10', apis: { rpc: [{ address }], rest: [{ address }] } }],
  });
  const { directory } = await createRepository({
    '.well-known/cosmos-registry.json': JSON.stringify(endpoint('https://kava.example.com')),
  });
  const texts = Object.entries(inputs).map(([name, value]) => [name, String(value)]);
  const all = { ...(Object.fromEntries(texts) as Record<string, string>), network: 'false' };
  const { exitCode, outputs } = await runAction(directory, all, { name: 'schedule', payload: 'schedule' });
  // One address as two kinds is a warning.
  expect(outputs).toMatchObject({ verdict: 'fail', endpoints: '2', errors: '0' });
  expect(exitCode).toBe(1);
});
