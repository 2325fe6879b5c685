import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAbortController } from '../net/abort.js';
import {
  authenticationBytes,
  hashKey,
  readAuthentication,
  readNodeInfo,
  writeAuthentication,
  writeDelimited,
  writeField,
  writeNodeInfo,
} from '../net/p2p/messages.js';
import { ByteReader } from '../net/p2p/byte-reader.js';
import {
  createEphemeralKey,
  createKeyPair,
  createOpener,
  createSealer,
  deriveSecrets,
  exportRawKey,
  frameBytes,
  type KeyPair,
} from '../net/p2p/secret-connection.js';
import { listen, type SandboxServer } from './server.js';

/** What a stand-in sends in a phase in place of the message that it is given: bytes as they are, null for nothing from then on, undefined for the message. */
export type PeerHook = (
  phase: 'key' | 'signature' | 'info',
  message: Buffer,
  connection: { readonly socket: Socket; readonly index: number; readonly sendKey: Buffer | null },
) => Buffer | null | undefined;

/** How a stand-in of a CometBFT node behaves. */
export interface PeerNodeOptions {
  readonly network?: string;
  readonly moniker?: string;
  /** The key of the node, of which its id is the hash; another for each connection if it is a function. */
  readonly key?: KeyPair | ((connection: number) => KeyPair);
  /** Whether it is of the network that a client announces, as some fronts of several chains are, once one does. */
  readonly followsNetwork?: boolean;
  /** Whether it closes a connection before the first byte, by its number. */
  readonly refuses?: (connection: number) => boolean;
  readonly send?: PeerHook;
}

export interface PeerNode extends SandboxServer {
  /** The id of its key; of the first connection's if there are several. */
  readonly peerId: string;
  /** How many connections were made so far, how many at once at most, and the networks that clients announced. */
  readonly seen: { connections: number; open: number; mostOpen: number; networks: string[] };
}

export function createNodeKey(): KeyPair {
  return createKeyPair('Ed25519');
}

export function readPeerId({ publicKey }: KeyPair): string {
  return hashKey(exportRawKey(publicKey));
}

/** Starts a server that speaks the handshake of CometBFT's p2p protocol (`p2p/internal/conn/secret_connection.go`), and nothing after it. */
export async function startPeerNode(options: PeerNodeOptions = {}): Promise<PeerNode> {
  const { key = createNodeKey() } = options;
  const keyOf = typeof key === 'function' ? key : () => key;
  const seen = { connections: 0, open: 0, mostOpen: 0, networks: [] as string[] };
  const server = createServer((socket) => {
    const index = seen.connections++;
    seen.mostOpen = Math.max(seen.mostOpen, ++seen.open);
    socket.on('close', () => seen.open--);
    if (options.refuses?.(index) === true) {
      socket.end();
      return;
    }
    converse(socket, index, keyOf(index), options, seen.networks).catch(() => socket.destroy());
  });
  const running = await listen(server);
  return { ...running, peerId: readPeerId(keyOf(0)), seen };
}

async function converse(
  socket: Socket,
  index: number,
  nodeKey: KeyPair,
  { network = 'sandbox-1', moniker = 'sandbox', followsNetwork = false, send }: PeerNodeOptions,
  networks: string[],
): Promise<void> {
  const reader = new ByteReader(socket);
  let isSilent = false;
  const { signal } = createAbortController();
  const write = (
    phase: Parameters<PeerHook>[0],
    message: Buffer,
    sendKey: Buffer | null,
    seal: (data: Buffer) => Buffer = (data) => data,
  ) => {
    const instead = send?.(phase, message, { socket, index, sendKey });
    isSilent ||= instead === null;
    if (!isSilent && !socket.destroyed) socket.write(instead ?? seal(message));
  };
  const key = createEphemeralKey();
  write('key', writeDelimited(writeField(1, key.publicKey)), null);
  if ((await reader.wait(35, signal)) !== null) return;
  const secrets = deriveSecrets(key, reader.take(35).subarray(3));
  if (secrets === null) throw new Error('a key of low order');
  const { sendKey } = secrets;
  const seal = createSealer(sendKey);
  const open = createOpener(secrets.receiveKey);
  const readFrame = async () => {
    if ((await reader.wait(frameBytes, signal)) !== null) return null;
    const opened = open(reader.take(frameBytes));
    if (typeof opened === 'string') throw new Error(opened);
    return opened;
  };
  write('signature', writeAuthentication(nodeKey, secrets.challenge), sendKey, seal);
  const proof = await readFrame();
  if (proof === null) return;
  const identity = readAuthentication(proof.subarray(1, 1 + authenticationBytes), secrets.challenge);
  if ('reason' in identity) throw new Error(identity.reason);
  const describe = (name: string) =>
    writeNodeInfo({ peerId: readPeerId(nodeKey), network: name, version: '0.38.0', moniker });
  if (!followsNetwork) write('info', describe(network), sendKey, seal);
  const announced = await readFrameWithin(followsNetwork ? announceMs : null);
  const theirs = announced === null ? null : readNodeInfo(announced.subarray(announced.length > 129 ? 2 : 1));
  if (theirs !== null) networks.push(theirs.network);
  if (followsNetwork) write('info', describe(theirs?.network ?? network), sendKey, seal);

  function readFrameWithin(limitMs: number | null): Promise<Buffer | null> {
    return limitMs === null ? readFrame() : Promise.race([readFrame(), sleep(limitMs, null)]);
  }
}

/** How long a front of several networks waits for the client to name one. */
const announceMs = 100;
