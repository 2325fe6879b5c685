import { getEventListeners, once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { use } from '../../test/support/servers.js';
import { failed, type Result } from '../model/failure.js';
import { type CertificateOptions, createAuthority, createSelfSigned } from '../sandbox/certificates.js';
import { listen } from '../sandbox/server.js';
import { createAbortController } from './abort.js';
import { startTls, type TlsConnection } from './tls.js';

// No certificate that a test makes is trusted in the test's process; test/faults/certificates.test.ts covers trusted ones.
interface Handshake {
  readonly host?: string;
  readonly signal?: AbortSignal;
}

async function shake(server: net.Server, { host = 'localhost', signal }: Handshake = {}) {
  const { port } = await use(listen(server));
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const address = `127.0.0.1:${port}`;
  const context = { signal: signal ?? createAbortController().signal, budgetMs: 700 };
  onTestFinished(() => expect(getEventListeners(context.signal, 'abort')).toEqual([]));
  const result: Result<TlsConnection> = await startTls(socket, { host, address, alpn: 'h2' }, context);
  return { result, socket, address };
}

const serve = async (options: tls.TlsOptions = {}, certificate: CertificateOptions = {}) =>
  tls.createServer({ ...(await createSelfSigned(certificate)), ...options });

describe('a certificate that is not trusted ends the handshake, and the connection', () => {
  test('self-signed', async () => {
    const { result, socket } = await shake(await serve());
    expect(result).toEqual(failed('tls/self-signed', { subject: 'CN=endpoint-check sandbox node' }));
    expect(socket.destroyed).toBe(true);
  });

  test('of an unknown authority', async () => {
    const pair = await (await createAuthority('unknown,O=Nobody')).issue();
    const { result } = await shake(tls.createServer(pair));
    expect(result).toEqual(
      failed('tls/untrusted', { issuer: 'CN=unknown, O=Nobody', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    );
  });
});

describe('a ClientHello has the server name and the protocol', () => {
  test.each([
    ['node.example.com', 'node.example.com'],
    // An address is no name, RFC 6066 section 3.
    ['127.0.0.1', null],
    ['::1', null],
  ])('%s', async (host, expected) => {
    const names: string[] = [];
    const offered: string[][] = [];
    const server = await serve({
      ALPNCallback: ({ servername, protocols }) => {
        names.push(servername);
        offered.push(protocols);
        return protocols[0];
      },
    });
    await shake(server, { host });
    expect(names.map((name) => name || null)).toEqual([expected]);
    expect(offered).toEqual([['h2']]);
  });
});

describe('a failed handshake has its reason', () => {
  test('a server without TLS', async () => {
    const server = net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const { result, socket, address } = await shake(server);
    expect(result).toEqual(failed('tls/not-tls', { address }));
    expect(socket.destroyed).toBe(true);
  });

  test('a protocol that the server refuses', async () => {
    const { result } = await shake(await serve({ ALPNProtocols: ['http/1.1'] }));
    expect(result).toMatchObject({ ok: false, failure: { code: 'tls/no-h2' } });
  });

  test('a connection that closes on the ClientHello', async () => {
    const { result, address } = await shake(
      net.createServer((socket) => socket.once('data', () => socket.end())),
    );
    expect(result).toEqual(failed('net/reset', { address, phase: 'tls' }));
  });
});

describe('the end of the budget ends a handshake', () => {
  test('that was under way', async () => {
    const ending = new AbortController();
    const server = net.createServer((socket) => socket.once('data', () => ending.abort()));
    const { result, socket, address } = await shake(server, { signal: ending.signal });
    expect(result).toEqual(failed('net/connect-timeout', { address, phase: 'tls', limitMs: 700 }));
    expect(socket.destroyed).toBe(true);
  });

  test('that was to begin', async () => {
    const { result, address } = await shake(net.createServer(), { signal: AbortSignal.abort() });
    expect(result).toEqual(failed('net/connect-timeout', { address, phase: 'tls', limitMs: 700 }));
  });
});
