import type { PeerFailureData } from '../../../model/failure.js';
import type { JsonObject } from '../../../model/json.js';
import type { RuleProblem, RuleSet } from '../../../model/rule.js';
import { defineCheck, type JudgeClaim } from '../../check.js';
import { noPhases } from '../../node/check.js';
import { cosmosChainId, judgeCosmosClaim, listDistinctIds } from '../judge.js';
import { type CosmosData, createCosmosRules } from '../rules.js';
import type { PeerObservation } from './probe.js';
import { peerCorrections, peerExample, readPeerUrl } from './url.js';

type PeerData = PeerFailureData &
  Pick<CosmosData<'peer'>, 'peer/wrong-chain' | 'peer/chain-unknown'> & {
    'peer/wrong-id': { expected: string; actual: string };
  };

const shared = createCosmosRules('peer');

const phases = {
  key: 'before the handshake',
  signature: 'before it had proved its id',
  info: 'before it had told of its network',
} as const;

const peerRules: RuleSet<PeerData> = {
  'peer/wrong-id': {
    severity: 'error',
    summary: 'the node has another id',
    explanation:
      "The id is the hash of the node's key, which the handshake proves. Nodes that expect another id close the " +
      'connection. Each address of the host showed another id, twice. Usually the node was set up again without its ' +
      '`node_key.json`, or the host was given to another one.',
    sample: {
      expected: '3e8a1d0c5b7f2946e0d1c2b3a49586778899aabb',
      actual: '9f2c1b7a6e5d4c3b2a19081726354433221100ff',
    },
    message: ({ expected, actual }) => `the node proves the id ${actual}, not ${expected}`,
    hint: ({ actual }) =>
      `list ${actual} if it is the node that is meant, or restore its config/node_key.json`,
  },
  'peer/wrong-chain': {
    ...shared['peer/wrong-chain'],
    summary: 'the peer is of another network',
    explanation:
      'Nodes of the chain close the connection. A second connection, which announced the network of the file, showed ' +
      'another one too. Usually it is a copied line.',
    message: ({ expected, actual, field }) =>
      `the peer is of the network ${actual}, but ${field} is ${expected}`,
    hint: ({ expected, field }) =>
      `list a peer of ${expected}, or fix ${field} if the chain has changed its id`,
  },
  'peer/chain-unknown': shared['peer/chain-unknown'],
  'peer/not-p2p': {
    severity: 'error',
    summary: 'another protocol is spoken at the port',
    explanation: 'CometBFT peers begin with a key. Usually it is the port of the RPC (26657) or of a proxy.',
    sample: { begins: 'HTTP/1.1 400 Bad Request' },
    message: ({ begins }) =>
      begins === null
        ? 'not a CometBFT peer: it sends back what it gets'
        : `not a CometBFT peer: it answered "${begins}"`,
    hint: () => 'list the port of [p2p] laddr in config.toml, 26656 by default',
  },
  'peer/bad-handshake': {
    severity: 'error',
    summary: 'the handshake of the node is wrong',
    explanation:
      'It began as that of a CometBFT node, and then broke its rules: a frame that is too long or not sealed with the ' +
      "connection's key, a wrong signature, or an unsafe key. Nodes close such a connection. Something in between may " +
      'change what they send.',
    sample: { reason: 'the signature of its key is wrong' },
    message: ({ reason }) => `the handshake is wrong: ${reason}`,
    hint: () => 'check what listens on the port, and that the proxy in front of it passes TCP on unchanged',
  },
  'peer/old-protocol': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the node speaks the protocol of Tendermint before 0.34',
    explanation: 'Its handshake is in Amino, which neither later nodes nor this check can read.',
    sample: {},
    message: () => 'the node speaks the protocol of Tendermint 0.33 or before',
    hint: () => 'if the chain runs Tendermint 0.34 or later, upgrade the node',
  },
  'peer/no-node-info': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the node did not tell of its network',
    explanation:
      'It proved its id, not its chain. Some nodes wait for the other side to name a network first.',
    sample: { address: '192.0.43.8:26656', why: 'closed' },
    message: ({ address, why }) =>
      `${address} proved its id, but ${why === 'closed' ? 'closed the connection before it told' : 'did not tell'} of its network`,
    hint: () => 'run the check again later; check the log of the node',
  },
  'peer/silent': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the node accepts connections and says nothing',
    explanation: 'A full node looks like one that hangs, and like a firewall that accepts for it.',
    sample: { address: '192.0.43.8:26656', phase: 'key', limitMs: 5_000 },
    message: ({ address, phase, limitMs }) =>
      `${address} accepted the connection but was silent for ${limitMs / 1_000} s ${phases[phase]}`,
    hint: () => 'run the check again later; a node with many peers needs a larger max_num_inbound_peers',
  },
  'peer/closed-early': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'the connection was closed before the handshake was complete',
    explanation:
      "Nodes do so if the other side's address is connected already (`allow_duplicate_ip`) or not let in, and so do " +
      'proxies without a node.',
    sample: { address: '192.0.43.8:26656', phase: 'key', received: 0 },
    message: ({ address, phase }) => `${address} closed the connection ${phases[phase]}`,
    hint: () => 'run the check again, or from another machine',
  },
};

export function judgePeer({ failure, peerId, expectedId }: PeerObservation): readonly RuleProblem[] {
  // A proven id counts, whatever failed after it.
  if (peerId !== null && peerId !== expectedId)
    return [{ code: 'peer/wrong-id', data: { expected: expectedId, actual: peerId } }];
  return failure === null ? [] : [failure];
}

/** Whether a peer is in the network that is claimed. Not judged with a wrong id, or without the peer's node info. */
export function judgePeerClaim({ failure, peerId, expectedId, info }: PeerObservation): JudgeClaim {
  return (claim) =>
    failure !== null || info === null || peerId !== expectedId
      ? []
      : judgeCosmosClaim('peer', listDistinctIds([info.network]), claim);
}

export function describePeer(observation: PeerObservation | null): JsonObject {
  return {
    address: observation?.address ?? null,
    chainId: observation?.info?.network ?? null,
    peerId: observation?.peerId ?? null,
    moniker: observation?.info?.moniker ?? null,
    version: observation?.info?.version ?? null,
    phasesMs: { ...(observation?.phasesMs ?? noPhases) },
  };
}

export const peerCheck = defineCheck({
  kind: 'peer',
  title: 'CometBFT peer',
  otherNames: ['p2p', 'peers', 'seed', 'seeds', 'persistent-peer'],
  urlForm: 'id@host:port',
  example: peerExample,
  description: 'p2p addresses of CometBFT nodes, as id@host:port.',
  ...cosmosChainId,
  noun: 'a CometBFT peer',
  listing: 'list it as a peer, as id@host:port',
  bindHint: '(CometBFT listens for peers at 26656 unless [p2p] laddr in config.toml says otherwise)',
  peerToPeer: true,
  rules: peerRules,
  readUrl: readPeerUrl,
  corrections: peerCorrections,
  loadProbe: () => import('./probe.js'),
  judge: judgePeer,
  judgeClaim: judgePeerClaim,
  describe: describePeer,
});
