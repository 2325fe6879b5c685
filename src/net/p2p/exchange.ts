import type net from 'node:net';
import { failure, type Failure, type PeerPhase } from '../../model/failure.js';
import { truncate } from '../../model/text.js';
import { withLimit } from '../abort.js';
import { limits } from '../limits.js';
import type { ProbeContext } from '../probe-context.js';
import {
  authenticationBytes,
  hashKey,
  nodeInfoBytes,
  type PeerInfo,
  readAuthentication,
  readLength,
  readNodeInfo,
  writeAuthentication,
  writeDelimited,
  writeField,
  writeNodeInfo,
} from './messages.js';
import { type Absence, ByteReader } from './byte-reader.js';
import {
  createEphemeralKey,
  createKeyPair,
  createOpener,
  createSealer,
  deriveSecrets,
  exportRawKey,
  frameBytes,
} from './secret-connection.js';

/** What a node showed of itself. `failure` is why it showed no more; null if it showed all. */
export interface PeerExchange {
  /** The id that its key proves; null if it proved none. */
  readonly peerId: string | null;
  readonly info: PeerInfo | null;
  readonly failure: Failure | null;
}

/** The exchange, which waits until its caller knows what to announce: a network to be a node of, or null for nothing. */
export interface ExchangeOptions {
  /** `ip:port`, for messages. */
  readonly address: string;
  readonly announcedNetwork: string | null;
}

/** The first bytes of an ephemeral key, before its 32: as protobuf, and as Amino (Tendermint before 0.34). */
const keyPrefix = Buffer.from('220a20', 'hex');
const aminoPrefix = Buffer.from('2120', 'hex');
/** How long, and up to how many bytes, the rest of another protocol's message is waited for, to quote it. */
const quoteMs = 200;
const quotedBytes = 40;

/** Ends an exchange, from any depth: caught in `exchangeInfo` alone. */
class ExchangeEnd extends Error {
  readonly failure: Failure;
  constructor(cause: Failure) {
    super(cause.code);
    this.failure = cause;
  }
}

/**
 * Performs the handshake of CometBFT's p2p protocol on a connected socket, and reads what the node says of itself. Unless a network is announced,
 * it announces nothing: the node then takes no slot for it, and logs one line. Never rejects; the caller must destroy the socket. Source:
 * https://github.com/cometbft/cometbft/blob/v1.0.1/p2p/internal/conn/secret_connection.go and p2p/transport/tcp.
 */
export async function exchangeInfo(
  socket: net.Socket,
  options: ExchangeOptions,
  context: Pick<ProbeContext, 'signal' | 'clock' | 'budgetMs'>,
): Promise<PeerExchange> {
  let peerId: string | null = null;
  try {
    const reader = new ByteReader(socket);
    const wait = createWait(reader, options.address, context);
    const key = createEphemeralKey();
    socket.write(writeDelimited(writeField(1, key.publicKey)));
    const remoteKey = await wait('key', (signal) => readKey(reader, key.publicKey, signal));
    context.clock.mark('firstByte');
    const secrets = deriveSecrets(key, remoteKey);
    if (secrets === null) throw broken('its key is of low order, so that anyone could read the connection');

    const seal = createSealer(secrets.sendKey);
    const readMessage = createMessageReader(reader, secrets.receiveKey);
    const nodeKey = createKeyPair('Ed25519');
    socket.write(seal(writeAuthentication(nodeKey, secrets.challenge)));
    if (options.announcedNetwork !== null)
      socket.write(seal(announce(hashKey(exportRawKey(nodeKey.publicKey)), options.announcedNetwork)));

    const proof = await wait('signature', (signal) => readMessage(authenticationBytes, signal));
    const identity = readAuthentication(proof, secrets.challenge);
    if ('reason' in identity) throw broken(identity.reason);
    peerId = identity.peerId;
    const info = readNodeInfo(await wait('info', (signal) => readMessage(nodeInfoBytes, signal)));
    if (info === null) throw broken('what it says of itself is not a DefaultNodeInfo');
    // Nodes refuse it: `upgrade` in p2p/transport.go of CometBFT.
    if (info.peerId !== peerId)
      throw broken(`what it says of itself has ${info.peerId === '' ? 'no id' : `the id ${info.peerId}`}`);
    return { peerId, info, failure: null };
  } catch (error) {
    if (!(error instanceof ExchangeEnd)) throw error;
    return { peerId, info: null, failure: error.failure };
  }
}

/** Waits for the bytes of a phase of the handshake; ends the exchange if they do not come in time. */
function createWait(
  reader: ByteReader,
  address: string,
  { signal, budgetMs }: Pick<ProbeContext, 'signal' | 'budgetMs'>,
) {
  return async (
    phase: PeerPhase,
    read: (signal: AbortSignal) => Promise<Buffer | Absence>,
  ): Promise<Buffer> => {
    const limit = withLimit(signal, limits.peerPhaseMs);
    const value = await read(limit.signal).finally(limit.clear);
    if (typeof value !== 'string') return value;
    if (phase === 'info') throw new ExchangeEnd(failure('peer/no-node-info', { address, why: value }));
    const received = reader.received.length;
    throw new ExchangeEnd(
      value === 'closed'
        ? failure('peer/closed-early', { address, phase, received })
        : failure('peer/silent', {
            address,
            phase,
            limitMs: signal.aborted ? budgetMs : limits.peerPhaseMs,
          }),
    );
  };
}

async function readKey(reader: ByteReader, sentKey: Buffer, signal: AbortSignal): Promise<Buffer | Absence> {
  for (let length = 1; length <= keyPrefix.length; length++) {
    const absence = await reader.wait(length, signal);
    if (absence !== null && reader.received.length === 0) return absence;
    const begun = reader.received.subarray(0, length);
    if (begun.equals(aminoPrefix)) throw new ExchangeEnd(failure('peer/old-protocol', {}));
    const isKey = begun.equals(keyPrefix.subarray(0, length));
    if (!isKey && !begun.equals(aminoPrefix.subarray(0, length))) throw await quote(reader, signal);
    if (absence !== null) return absence;
  }
  const absence = await reader.wait(keyPrefix.length + 32, signal);
  if (absence !== null) return absence;
  const key = reader.take(keyPrefix.length + 32).subarray(keyPrefix.length);
  if (key.equals(sentKey)) throw new ExchangeEnd(failure('peer/not-p2p', { begins: null }));
  return key;
}

/** Ends an exchange with an endpoint of another protocol, named by its first bytes. */
async function quote(reader: ByteReader, signal: AbortSignal): Promise<ExchangeEnd> {
  const limit = withLimit(signal, quoteMs);
  await reader.wait(quotedBytes, limit.signal).finally(limit.clear);
  const begins = reader.received.toString('latin1', 0, quotedBytes);
  return new ExchangeEnd(failure('peer/not-p2p', { begins: truncate(begins) }));
}

/** Reads the messages in the frames of a connection: one may span frames. */
function createMessageReader(reader: ByteReader, key: Buffer) {
  const open = createOpener(key);
  let frames = 0;
  let data: Buffer = Buffer.alloc(0);
  const readFrame = async (signal: AbortSignal): Promise<Absence | null> => {
    const absence = await reader.wait(frameBytes, signal);
    if (absence !== null) return absence;
    if (++frames > limits.peerFrames) throw broken(`it sent more than ${limits.peerFrames} frames`);
    const opened = open(reader.take(frameBytes));
    if (opened === 'forged') throw broken('a frame is not sealed with the key of the connection');
    if (opened === 'overlong') throw broken('a frame says that it has more than 1,024 bytes of data');
    data = Buffer.concat([data, opened]);
    return null;
  };
  return async (limitBytes: number, signal: AbortSignal): Promise<Buffer | Absence> => {
    for (;;) {
      const found = readLength(data);
      if (found !== null && found.length > limitBytes)
        throw broken(`a message is larger than ${limitBytes} bytes`);
      const end = found === null ? Infinity : found.start + found.length;
      if (found !== null && data.length >= end) {
        const message = data.subarray(found.start, end);
        data = data.subarray(end);
        return message;
      }
      const absence = await readFrame(signal);
      if (absence !== null) return absence;
    }
  };
}

function broken(reason: string): ExchangeEnd {
  return new ExchangeEnd(failure('peer/bad-handshake', { reason }));
}

function announce(peerId: string, network: string): Buffer {
  return writeNodeInfo({ peerId, network, version: '0.38.0', moniker: 'endpoint-check' });
}
