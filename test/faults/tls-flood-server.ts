import { createCipheriv, createHmac } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';

/** The messages that a client of TLS 1.3 accepts silently, RFC 8446 sections 4.6.1 and 4.6.3. */
type HiddenMessage = 'tickets' | 'key updates';

/**
 * Starts a server of TLS 1.3 that sends messages of TLS itself without end, after the handshake and, if there is one, an answer to the first request.
 * OpenSSL does the handshake; the records that follow are made with the secret that it logs for debugging (SSLKEYLOGFILE).
 */
export function startTlsFlood(pair: KeyPair, message: HiddenMessage, answer = ''): Promise<SandboxServer> {
  return listen(
    net.createServer((socket) => {
      socket.on('error', () => undefined);
      flood(socket, pair, message, answer).catch(() => socket.destroy());
    }),
  );
}

async function flood(socket: net.Socket, pair: KeyPair, message: HiddenMessage, answer: string) {
  let sent = 0;
  let isShaken = false;
  const wire = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _encoding, done) => {
      if (isShaken) sent += countRecords(bytes);
      socket.write(bytes);
      done();
    },
  });
  socket.on('data', (bytes: Buffer) => {
    // The client's Finished is its first encrypted record; everything that the server sends afterwards is encrypted with the secret of the traffic.
    isShaken ||= hasRecord(bytes, applicationData);
    wire.push(bytes);
  });
  const secure = new tls.TLSSocket(wire, {
    isServer: true,
    ...pair,
    minVersion: 'TLSv1.3',
    ciphers: 'TLS_AES_128_GCM_SHA256',
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  secure.on('error', () => undefined);
  let secret = Buffer.alloc(0);
  secure.on('keylog', (line: Buffer) => {
    const [, hex] = /^SERVER_TRAFFIC_SECRET_0 \w+ (\w+)/.exec(line.toString()) ?? [];
    if (hex !== undefined) secret = Buffer.from(hex, 'hex');
  });
  await once(secure, 'data');
  if (answer !== '') await new Promise((resolve) => secure.write(answer, resolve));
  const makeRecord = message === 'tickets' ? sealTickets(secret, sent) : sealKeyUpdates(secret, sent);
  // One part at a time, so that other servers of this process are not delayed.
  const records = message === 'tickets' ? 1 : 100;
  const more = () => {
    if (socket.destroyed) return;
    if (socket.write(Buffer.concat(Array.from({ length: records }, makeRecord)))) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}

const applicationData = 0x17;
const handshake = 0x16;

function* listRecords(bytes: Buffer) {
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) yield bytes[at];
}

const hasRecord = (bytes: Buffer, type: number) => [...listRecords(bytes)].includes(type);
const countRecords = (bytes: Buffer) =>
  [...listRecords(bytes)].filter((type) => type === applicationData).length;

/** A ticket of one byte, the shortest possible. */
const ticket = Buffer.from('0400000e' + '00000001' + '00000000' + '00' + '000178' + '0000', 'hex');

/** Makes records full of tickets. */
function sealTickets(secret: Buffer, sent: number): () => Buffer {
  const seal = createSeal(secret, sent);
  const many = Buffer.concat(Array.from({ length: Math.trunc(16_000 / ticket.length) }, () => ticket));
  return () => seal(many);
}

/** Makes records with an update of the keys each, after which the next have other keys (RFC 8446 section 7.2). */
function sealKeyUpdates(secret: Buffer, sent: number): () => Buffer {
  let current = secret;
  let seal = createSeal(current, sent);
  return () => {
    const record = seal(Buffer.from('1800000100', 'hex'));
    current = expandLabel(current, 'traffic upd', 32);
    seal = createSeal(current, 0);
    return record;
  };
}

/** Encrypts handshake messages as records (RFC 8446 section 5.2). */
function createSeal(secret: Buffer, firstNumber: number): (message: Buffer) => Buffer {
  const key = expandLabel(secret, 'key', 16);
  const iv = expandLabel(secret, 'iv', 12);
  let number = BigInt(firstNumber);
  return (message) => {
    const nonce = Buffer.from(iv);
    nonce.writeBigUInt64BE(nonce.readBigUInt64BE(4) ^ number++, 4);
    const head = Buffer.from([applicationData, 3, 3, 0, 0]);
    head.writeUInt16BE(message.length + 1 + 16, 3);
    const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(head);
    const body = cipher.update(Buffer.concat([message, Buffer.from([handshake])]));
    cipher.final();
    return Buffer.concat([head, body, cipher.getAuthTag()]);
  };
}

/** HKDF-Expand-Label of RFC 8446 section 7.1, for one block of SHA-256. */
function expandLabel(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return createHmac('sha256', secret).update(info).digest().subarray(0, length);
}
