import { truncate } from '../../model/truncate.js';
import { DefaultNodeInfo } from '../grpc/cosmos-tendermint.generated.js';
import { writeDelimited, writeField, writeInteger } from './protobuf.js';

/** What a node says of itself. Each string may be empty, and is untrusted. */
export interface PeerInfo {
  /** The id of the node, as it says itself. */
  readonly peerId: string;
  /** Chain id. */
  readonly network: string;
  readonly version: string;
  readonly moniker: string;
}

/** The most bytes that nodes accept: `MaxNodeInfoSize`, https://github.com/cometbft/cometbft/blob/v1.0.1/p2p/node_info.go. */
export const nodeInfoBytes = 10_240;

/** Reads a `DefaultNodeInfo`; null if it is malformed. */
export function readNodeInfo(message: Uint8Array): PeerInfo | null {
  try {
    const { defaultNodeId, network, version, moniker } = DefaultNodeInfo.decode(message);
    return {
      peerId: truncate(defaultNodeId),
      network: truncate(network),
      version: truncate(version),
      moniker: truncate(moniker),
    };
  } catch {
    return null;
  }
}

/** What a node of a network says of itself: `DefaultNodeInfo`, after its length. */
export function writeNodeInfo({ peerId, network, version, moniker }: PeerInfo): Buffer {
  // p2p 8 and block 11 are what nodes of 0.34 to 0.38 have.
  const protocol = Buffer.concat([writeInteger(1, 8), writeInteger(2, 11)]);
  return writeDelimited(
    Buffer.concat([
      writeField(1, protocol),
      writeField(2, peerId),
      // An address that nobody can connect to, so that it gets into no address book.
      writeField(3, 'tcp://0.0.0.0:26656'),
      writeField(4, network),
      writeField(5, version),
      // Those of a node: without a common one the handshake would fail.
      writeField(6, Buffer.from([0x40, 0x20, 0x21, 0x22, 0x23, 0x30, 0x38, 0x60, 0x61, 0x00])),
      writeField(7, moniker),
      writeField(8, Buffer.concat([writeField(1, 'off'), writeField(2, '')])),
    ]),
  );
}
