import { failure, type Failure } from '../../../model/failure.js';
import type { PhasesMs } from '../../../model/report.js';
import { formatAddress } from '../../../net/address.js';
import { limits } from '../../../net/limits.js';
import { exchangeInfo, type PeerExchange } from '../../../net/p2p/exchange.js';
import type { PeerInfo } from '../../../net/p2p/node-info.js';
import { takeTurn } from '../../../net/p2p/take-turn.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { connectTarget } from '../../../net/proxy.js';
import type { Resolve } from '../../../net/resolve.js';

/** What the probe of a peer observed. */
export interface PeerObservation {
  /** `ip:port` of the last connection; null if there was none. */
  readonly address: string | null;
  /** The id that it should have. */
  readonly expectedId: string;
  /** The id that its key proved; null if it proved none. */
  readonly peerId: string | null;
  readonly info: PeerInfo | null;
  /** Why no more is known; null if everything is. */
  readonly failure: Failure | null;
  readonly phasesMs: PhasesMs;
}

/** The outcome of one connection, or why there was none; `address` is null then. */
interface Conversation extends PeerExchange {
  readonly address: string | null;
}

/** Connections to each address before its id counts as wrong: a load balancer may have several nodes. */
const triesForId = 2;

/**
 * Performs the handshake, and announces nothing about itself. A wrong id is reported once each address that can be reached showed it twice, another
 * network once the claimed one was announced. Pauses between two connections do not count against the budget.
 */
export async function probePeer(context: ProbeContext): Promise<PeerObservation> {
  const { target, signal, clock } = context;
  const { peerId: expectedId = '', network = null } = target;
  const describe = ({ address, ...shown }: Conversation): PeerObservation => ({
    address,
    expectedId,
    ...shown,
    phasesMs: clock.read(),
  });
  const addresses = await context.resolve(target.host, signal);
  clock.mark('dns');
  if (!addresses.ok) return describe(unconnected(addresses.failure));

  let shown = await converse(context, addresses.value, null);
  if (shown.peerId !== null && shown.peerId !== expectedId)
    shown = await searchId(context, addresses.value, shown);
  const differs = shown.info !== null && network !== null && shown.info.network !== network;
  if (differs && shown.peerId === expectedId) shown = await converse(context, addresses.value, network);
  return describe(shown);
}

/** Looks for the expected id at all addresses: the first connection that shows it, else one that shows another id. */
async function searchId(
  context: ProbeContext,
  addresses: readonly string[],
  first: Conversation,
): Promise<Conversation> {
  const { peerId: expectedId, port } = context.target;
  for (const host of addresses.slice(0, limits.addresses)) {
    const done = first.address === formatAddress(host, port) ? 1 : 0;
    for (let tries = done; tries < triesForId; tries++) {
      const next = await converse(context, [host], null);
      if (next.peerId === expectedId) return next;
      if (context.signal.aborted) return giveUp(context, host);
      if (next.address === null) break;
    }
  }
  return first;
}

/** One connection to the first address that can be reached, when it is this probe's turn. Announces a network if one is passed. */
async function converse(
  context: ProbeContext,
  addresses: readonly string[],
  announcedNetwork: string | null,
): Promise<Conversation> {
  const { target, signal, pause } = context;
  // A proxy resolves the name, so that only the name is known.
  const host = context.proxy === null ? (addresses[0] ?? target.host) : target.host;
  const place = formatAddress(host, target.port);
  const known = announcedNetwork === null ? recall(context, place) : null;
  if (known !== null) return known;
  let endTurn: () => void = () => undefined;
  await pause(async () => {
    endTurn = await takeTurn(place, signal);
  });
  try {
    const shown = await connect(context, addresses, announcedNetwork);
    if (announcedNetwork === null) findConversations(context, place).push(shown);
    return shown;
  } finally {
    endTurn();
  }
}

async function connect(
  context: ProbeContext,
  addresses: readonly string[],
  announcedNetwork: string | null,
): Promise<Conversation> {
  const tcp = await connectTarget(context, addresses);
  if (!tcp.ok) return unconnected(asClosed(tcp.failure));
  context.clock.mark('connect');
  const { socket, address } = tcp.value;
  try {
    return { address, ...(await exchangeInfo(socket, { address, announcedNetwork }, context)) };
  } finally {
    socket.destroy();
  }
}

/** The first handshakes of a run at each place. A run has one resolver, except through a proxy. */
const conversations = new WeakMap<Resolve, Map<string, Conversation[]>>();

function findConversations({ resolve }: ProbeContext, place: string): Conversation[] {
  const places = conversations.get(resolve) ?? new Map<string, Conversation[]>();
  conversations.set(resolve, places);
  const found = places.get(place) ?? [];
  places.set(place, found);
  return found;
}

/** The result of a place that was tried often enough: a file may list any number of ids there, of which few can be right. Null otherwise. */
function recall(context: ProbeContext, place: string): Conversation | null {
  const known = findConversations(context, place);
  if (known.length < limits.peerConnections) return null;
  return known.find(({ peerId }) => peerId === context.target.peerId) ?? known.at(-1) ?? null;
}

/** The time was too short to reach all addresses, so nothing is proved. */
function giveUp({ target, budgetMs }: ProbeContext, host: string): Conversation {
  const address = formatAddress(host, target.port);
  return unconnected(failure('net/response-timeout', { address, limitMs: budgetMs }));
}

/** A reset may come before the system reports the connection: for a peer that closes at once, both are the same. */
function asClosed(why: Failure): Failure {
  return why.code === 'net/reset' && why.data.phase === 'connect'
    ? failure('peer/closed-early', { address: why.data.address, phase: 'key', received: 0 })
    : why;
}

function unconnected(why: Failure): Conversation {
  return { address: null, peerId: null, info: null, failure: why };
}
