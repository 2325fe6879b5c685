import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import http2 from 'node:http2';
import https from 'node:https';
import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { createTrust, use } from '../support/servers.js';
import { startTlsFlood } from './tls-flood-server.js';

/** OpenSSL computes with any odd number as the prime: a second for each handshake, on both sides. */
function startSlowDhe(pair: KeyPair): Promise<SandboxServer> {
  const prime = randomBytes(1_250);
  prime[0] = 0x7f;
  prime[1_249] = 0xff;
  const integer = (bytes: Buffer) =>
    Buffer.concat([Buffer.from([2, 0x82, bytes.length >> 8, bytes.length & 255]), bytes]);
  const body = Buffer.concat([integer(prime), integer(Buffer.from([2]))]);
  const der = Buffer.concat([Buffer.from([0x30, 0x82, body.length >> 8, body.length & 255]), body]);
  const dhparam = `-----BEGIN DH PARAMETERS-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END DH PARAMETERS-----\n`;
  const secure = { ...pair, dhparam, ciphers: 'DHE-RSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;
  return listen(https.createServer(secure, (_request, response) => response.end()));
}

function startManyFields(tls: KeyPair): Promise<SandboxServer> {
  const fields = Array.from({ length: 190_000 }, (_, at) => `"${at.toString(36)}":0`).join();
  return startEvmNode({
    tls,
    answer: (body) => ({
      status: 200,
      body: `{"jsonrpc":"2.0","id":${(JSON.parse(body) as { id: number }).id},"result":{${fields}}}`,
    }),
  });
}

describe('one hostile server does not change the verdict of another endpoint', () => {
  test.each<[string, (pair: KeyPair) => Promise<SandboxServer>, string]>([
    ['Diffie-Hellman over 10,000 bits', startSlowDhe, 'tls/handshake-failed'],
    ['tickets of TLS without end', (pair) => startTlsFlood(pair, 'tickets'), 'net/response-too-large'],
    ['answers of 190,000 fields', startManyFields, 'evm/bad-envelope'],
  ])('%s: 60 entries beside 240 honest ones', async (_name, start, rule) => {
    const trust = await createTrust();
    const hostile = await use(start(await trust.issue({ rsa: true })));
    const honest = await use(startEvmNode({ tls: await trust.issue() }));
    const isHostile = (at: number) => at % 5 === 0;
    const ports = Array.from({ length: 300 }, (_, at) => (isHostile(at) ? hostile : honest).port);
    const urls = ports.map((port, at) => `https://localhost:${port}/${at}`);
    const bounds = '--allow-private --retries 0 --per-host 60 --concurrency 60'.split(' ');
    const { report } = await runForReport(['evm', ...urls, ...bounds], { env: trust.env }, runProcess);
    const rulesOf = (expected: boolean) =>
      new Set(
        report.findings.flatMap(({ rule: found, endpoint }) =>
          isHostile(endpoint ?? 0) === expected ? found : [],
        ),
      );
    expect(rulesOf(false)).toEqual(new Set());
    expect(rulesOf(true)).toEqual(new Set([rule]));
    expect(report.summary).toMatchObject({ passed: 240, failed: 60 });
  });

  test('endless informational responses', async () => {
    const server = http2.createServer();
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      // Not more at once, or this process comes to nothing else.
      const timer = setInterval(() => {
        for (let count = 0; count < 50 && !stream.destroyed; count++)
          stream.additionalHeaders({ ':status': 103, x: 'y'.repeat(900) });
      }, 1);
      stream.on('close', () => clearInterval(timer));
    });
    server.on('session', (session) => session.on('error', () => undefined));
    const hostile = await use(listen(server));
    const args = ['grpc', `localhost:${hostile.port}`, '--allow-private', '--retries', '0'];
    const { report } = await runForReport(args, {}, runProcess);
    expect(report.findings.map(({ rule, data }) => [rule, data])).toEqual([
      ['net/response-too-large', { limitBytes: 3 * 1_048_576 }],
    ]);
  });
});

test('endless standard input is refused', async () => {
  const { report } = await runForReport(
    ['-', '--no-network'],
    { stdin: Buffer.alloc(50 << 20, 'y') },
    runProcess,
  );
  expect(report.findings.map(({ rule }) => rule)).toEqual(['file/too-large']);
});

describe('outputs', () => {
  test('a link to a report is followed, not replaced', async () => {
    const directory = await createDirectory({ 'p.json': formatParam({}), 'real.json': 'old' });
    await symlink(join(directory, 'real.json'), join(directory, 'link.json'));
    await runProcess(['--no-network', 'p.json', '--reporter', 'json=link.json'], { cwd: directory });
    expect(JSON.parse(await readFile(join(directory, 'real.json'), 'utf8'))).toHaveProperty('version', 1);
  });

  test('a report to a pipe is written to it', async () => {
    const directory = await createDirectory({ 'p.json': formatParam({}) });
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const outcome = runProcess(['--no-network', 'p.json', '--reporter', 'json=pipe'], { cwd: directory });
    const report = await readFile(join(directory, 'pipe'), 'utf8');
    expect(JSON.parse(report)).toHaveProperty('version', 1);
    expect((await outcome).exitCode).toBe(0);
    expect((await stat(join(directory, 'pipe'))).isFIFO()).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'a full disk is reported, and the other reports are written',
    async () => {
      const directory = await createDirectory({ 'p.json': formatParam({}) });
      const args = ['--no-network', 'p.json', '--reporter', 'json=/dev/full', '--reporter', 'pretty'];
      const { stdout, stderr, exitCode } = await runProcess(args, { cwd: directory });
      expect(stdout).toContain('no endpoints');
      expect(stderr).toMatch(/^endpoint-check failed: cannot write the json report: ENOSPC/);
      expect(exitCode).toBe(3);
    },
  );

  test.each(['::error::pwned', '##[error]pwned', 'x\r::error::pwned'])(
    'no runner command on standard error: %j',
    async (path) => {
      const { stderr, exitCode } = await runProcess([path]);
      expect(stderr).not.toMatch(/^\s*::|##\[|\r/m);
      expect(exitCode).toBe(2);
    },
  );
});
