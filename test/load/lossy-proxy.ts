import { createHash } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../src/sandbox/server.js';

/** What a proxy has met so far. */
interface Counts {
  connections: number;
  chunks: number;
  losses: number;
}

/** The time-outs after which a sender repeats what was lost; each further loss doubles them (RFC 6298 section 5.5). */
const timeouts = {
  /** Of the handshake (section 2.1). */
  handshakeMs: 1_000,
  /** The least that Linux takes once it has measured the round trip, TCP_RTO_MIN; section 2.4 recommends a second. */
  dataMs: 200,
} as const;

/**
 * Starts a TCP proxy that behaves as a network that loses packets: nothing is missing or out of order, but a lost chunk comes after a
 * retransmission time-out, and all that follows waits behind it. A lost handshake holds back what follows the connection rather than the
 * connection itself, which the system accepts.
 */
export async function startLossyProxy({
  port,
  at,
  seed,
  probability = 0.05,
}: {
  /** The port of this machine that the proxy connects to. */
  readonly port: number;
  /** Where it listens, by default on 127.0.0.1; `{}` is every address. */
  readonly at?: { readonly host?: string };
  /** The same seed gives each connection, by its number, the same losses. */
  readonly seed: string;
  /** Of a chunk of bytes, from 0 to 1. */
  readonly probability?: number;
}) {
  const counts: Counts = { connections: 0, chunks: 0, losses: 0 };
  const createLoss = (name: string) => {
    const random = createRandom(`${seed} ${name}`);
    return async (timeoutMs: number) => {
      for (let waitMs = timeoutMs; random() < probability; waitMs *= 2) {
        counts.losses++;
        await sleep(waitMs);
      }
    };
  };
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const connection = ++counts.connections;
    const lose = (direction: string) => createLoss(`${connection} ${direction}`);
    void connect(client, port, lose('handshake')).then((upstream) => {
      if (upstream === null) return;
      transfer(client, upstream, lose('out'), counts);
      transfer(upstream, client, lose('in'), counts);
    });
  });
  return { ...(await listen(server, at)), counts };
}

/** Holds back what comes at this time, as often as it is lost. */
type Lose = (timeoutMs: number) => Promise<void>;

/** Connects to the server for a client; null if there is no connection, or no client any more. */
async function connect(client: net.Socket, port: number, lose: Lose): Promise<net.Socket | null> {
  client.on('error', () => undefined);
  await lose(timeouts.handshakeMs);
  const upstream = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  upstream.on('error', () => client.resetAndDestroy());
  client.on('close', () => upstream.destroy());
  await once(upstream, 'connect').catch(() => undefined);
  if (!client.destroyed) return upstream;
  upstream.destroy();
  return null;
}

/** Passes on the bytes and the end of a socket; what breaks one connection breaks the other. */
function transfer(from: net.Socket, to: net.Socket, lose: Lose, counts: Counts): void {
  const hold = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      counts.chunks++;
      void lose(timeouts.dataMs).then(() => done(null, chunk));
    },
    flush: (done) => void lose(timeouts.dataMs).then(() => done()),
  });
  from.on('error', () => to.resetAndDestroy());
  from.pipe(hold).pipe(to);
}

/** Numbers from 0 to 1 that depend on the seed alone. */
function createRandom(seed: string): () => number {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
}
