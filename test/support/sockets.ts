import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net, { connect, createServer } from 'node:net';
import tls from 'node:tls';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { onTestFinished } from 'vitest';
import { type Answer, decode, encode, type Question } from 'dns-packet';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { use } from './servers.js';

/**
 * Starts a tunnel to the server at a port, which holds back all connections until `open` lets these and all later ones through. `count` is how many
 * have come so far. It closes with the test.
 */
export async function startGate(port: number) {
  let count = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((done) => (open = done));
  const server = createServer((socket) => {
    count += 1;
    socket.on('error', () => undefined);
    void opened.then(() => {
      const behind = connect(port, '127.0.0.1').on('error', () => socket.destroy());
      socket.once('close', () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
  });
  const gate = await use(listen(server));
  return { port: gate.port, count: () => count, open };
}

/** A listener on every loopback address, which closes each connection and records the address that the client connected to. */
export async function startCountingListener() {
  const connected = new Set<string>();
  const server = createServer((socket) => {
    if (socket.localAddress !== undefined) connected.add(socket.localAddress);
    socket.on('error', () => undefined);
    socket.destroy();
  });
  const { port } = await use(listen(server, { host: '0.0.0.0' }));
  return { port, connected };
}

/** Starts a server that answers a request with `begin` and then `part`, endlessly. */
export function startFlood(begin: string, part: string, pair?: KeyPair): Promise<SandboxServer> {
  const many = part.repeat(Math.ceil(65_536 / part.length));
  const flood = (socket: net.Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(many));
    };
    socket.on('error', () => undefined);
    socket.on('drain', more);
    socket.once('data', () => {
      socket.write(begin);
      more();
    });
  };
  return listen(pair === undefined ? net.createServer(flood) : tls.createServer(pair, flood));
}

/** A proxy that opens tunnels to this machine, whatever the name, and records each request. */
export async function startTunnelProxy(
  refuseWith?: number,
): Promise<SandboxServer & { readonly requests: readonly string[] }> {
  const requests: string[] = [];
  const server = http.createServer();
  server.on('connect', (request, socket: net.Socket) => {
    requests.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    socket.on('error', () => undefined);
    if (refuseWith !== undefined) return socket.end(`HTTP/1.1 ${refuseWith} no\r\n\r\n`);
    const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1]);
    const upstream = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    return undefined;
  });
  return { ...(await listen(server)), requests };
}

/** How a raw server departs from a valid one. */
export interface RawWebSocketOptions {
  readonly tls?: KeyPair;
  /** The answer to the upgrade, from the right value of Sec-WebSocket-Accept; a valid one by default. */
  readonly head?: (accept: string) => string;
  /** The bytes that it sends after that, or a function of the connection. */
  readonly then?: Buffer | ((socket: net.Socket) => void);
}

/** The answer to an upgrade (RFC 6455 section 4.2.2), with further fields. */
export function acceptUpgrade(accept: string, more = ''): string {
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${more}\r\n`;
}

/** Starts a server that answers an upgrade, and then sends these bytes, so that it can be wrong in every way. */
export function startRawWebSocket({
  tls: pair,
  head = acceptUpgrade,
  then,
}: RawWebSocketOptions): Promise<SandboxServer> {
  const onConnection = (socket: net.Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      const key = /^sec-websocket-key: *(.*)\r$/im.exec(request.toString())?.[1] ?? '';
      socket.write(head(hashKey(key)));
      if (typeof then === 'function') then(socket);
      else if (then !== undefined) socket.write(then);
    });
  };
  return listen(pair === undefined ? net.createServer(onConnection) : tls.createServer(pair, onConnection));
}

/** RFC 6455 section 1.3. */
function hashKey(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** A frame without a mask (RFC 6455 section 5.2). `first` is its first byte: 0x81 is a whole text message. */
export function frame(first: number, payload: Buffer | string = ''): Buffer {
  const body = Buffer.from(payload);
  const { length } = body;
  const head =
    length < 126
      ? Buffer.from([first, length])
      : length < 65_536
        ? Buffer.from([first, 126, length >> 8, length & 255])
        : Buffer.from([first, 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((bits) => (length >> bits) & 255)]);
  return Buffer.concat([head, body]);
}

const responseCodes = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 };

/** The answer of a name server to a query: records, a response code, or no answer. */
export type DnsAnswer = readonly string[] | keyof typeof responseCodes | 'silence';

/**
 * Starts a name server on the loopback, until the test ends; its addresses are served as A or AAAA records, as the query requests. A test that runs
 * beside others passes its own `onEnd`.
 */
export async function startDnsServer(
  answer: (name: string, type: string) => DnsAnswer | Promise<DnsAnswer>,
  onEnd = onTestFinished,
) {
  const socket = createSocket('udp4');
  /** `A example.com` for each query, in the order of arrival. */
  const queries: string[] = [];
  /** The ports that queries came from. */
  const ports = new Set<number>();
  const reply = async (bytes: Buffer, { port, address }: RemoteInfo) => {
    const { id, questions = [] } = decode(bytes);
    const [question] = questions;
    if (question === undefined) return;
    ports.add(port);
    queries.push(`${question.type} ${question.name}`);
    const answered = await answer(question.name, question.type);
    if (answered === 'silence') return;
    const code = typeof answered === 'string' ? responseCodes[answered] : 0;
    // Recursion desired and available, and the response code (RFC 1035 section 4.1.1).
    const flags = 0x0180 | code;
    const answers =
      typeof answered === 'string' ? [] : answered.flatMap((record) => toRecord(question, record));
    socket.send(
      encode({ type: 'response', ...(id === undefined ? {} : { id }), flags, questions, answers }),
      port,
      address,
    );
  };
  socket.on('message', (bytes, peer) => void reply(bytes, peer));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onEnd(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, queries, ports };
}

function toRecord({ name, type }: Question, data: string): Answer[] {
  const fits = type === (data.includes(':') ? 'AAAA' : 'A');
  return fits ? [{ name, type: type, ttl: 60, data }] : [];
}
