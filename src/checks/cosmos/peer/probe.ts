import { failure, type Failure } from '../../../model/failure.js';
import type { PhasesMs } from '../../../model/report.js';
import { raceAbort, sleep } from '../../../net/abort.js';
import { formatAddress } from '../../../net/address.js';
import { limits } from '../../../net/limits.js';
import { exchangeInfo, type PeerExchange } from '../../../net/p2p/exchange.js';
import type { ProbeContext } from '../../../net/probe-context.js';
import { connectTarget } from '../../../net/proxy.js';
import type { Resolve } from '../../../net/resolve.js';

interface Conversation extends PeerExchange {
  /** `ip:port`; null if there was no connection. */
  readonly address: string | null;
}

/** What the probe of a peer observed, by its last connection. */
export interface PeerObservation extends Conversation {
  readonly expectedId: string;
  readonly phasesMs: PhasesMs;
}

/** Connections to each address before its id counts as wrong: a load balancer may have several nodes. */
const triesForId = 2;

/** A wrong id counts once each reachable address showed it twice, another network once the claimed one was announced. Pauses do not count as time. */
export async function probe(context: ProbeContext): Promise<PeerObservation> {
  const { target, signal, clock } = context;
  const { peerId: expectedId = '', network = null } = target;
  const describe = (conversation: Conversation) => ({ ...conversation, expectedId, phasesMs: clock.read() });
  const addresses = await context.resolve(target.host, signal);
  clock.mark('dns');
  if (!addresses.ok) return describe(unconnected(addresses.failure));

  let conversation = await converse(context, addresses.value, null);
  if (conversation.peerId !== null && conversation.peerId !== expectedId)
    conversation = await searchId(context, addresses.value, conversation);
  const differs = conversation.info !== null && network !== null && conversation.info.network !== network;
  if (differs && conversation.peerId === expectedId)
    conversation = await converse(context, addresses.value, network);
  return describe(conversation);
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
      if (context.signal.aborted) {
        // The time was too short to reach all addresses, so nothing is proved.
        const address = formatAddress(host, port);
        return unconnected(failure('net/response-timeout', { address, limitMs: context.budgetMs }));
      }
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
  const earlier = announcedNetwork === null ? listConversations(context, place) : [];
  // A file may list many ids at one place; few of them can be right.
  if (earlier.length >= limits.peerConnections) {
    const conversation = earlier.find(({ peerId }) => peerId === target.peerId) ?? earlier.at(-1);
    if (conversation !== undefined) return conversation;
  }
  let endTurn: () => void = () => undefined;
  await pause(async () => {
    endTurn = await takeTurn(place, signal);
  });
  try {
    const conversation = await connect(context, addresses, announcedNetwork);
    earlier.push(conversation);
    return conversation;
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
  if (!tcp.ok) {
    const { code, data } = tcp.failure;
    // A reset may come before the system reports the connection: for a peer that closes at once, both are the same.
    if (code === 'net/reset' && data.phase === 'connect')
      return unconnected(failure('peer/closed-early', { address: data.address, phase: 'key', received: 0 }));
    return unconnected(tcp.failure);
  }
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

function listConversations({ resolve }: ProbeContext, place: string): Conversation[] {
  const places = conversations.get(resolve) ?? new Map<string, Conversation[]>();
  conversations.set(resolve, places);
  const list = places.get(place) ?? [];
  places.set(place, list);
  return list;
}

function unconnected(why: Failure): Conversation {
  return { address: null, peerId: null, info: null, failure: why };
}

/** A place that is connected to: what precedes the next connection to it. */
interface Turns {
  /** Resolves when the last of those waiting has ended its connection. */
  last: Promise<void>;
  /** By `performance.now()`. */
  endedMs: number;
}

/** Shared by the whole process, since a node sees all its runs as one address. */
const places = new Map<string, Turns>();

/**
 * Waits until no other run of this process is connected to a place, and for a pause after the last one, or until the signal aborts: a node closes a
 * second connection from one address (`allow_duplicate_ip`). Resolves to what ends the turn, which must be called.
 */
export async function takeTurn(place: string, signal: AbortSignal): Promise<() => void> {
  const turns = places.get(place) ?? { last: Promise.resolve(), endedMs: -Infinity };
  places.set(place, turns);
  const before = turns.last;
  let pass: () => void = () => undefined;
  const turn = new Promise<void>((resolve) => (pass = resolve));
  turns.last = turn;
  await raceAbort(before, signal);
  const leftMs = turns.endedMs + limits.peerSpacingMs - performance.now();
  if (leftMs > 0) await sleep(leftMs, signal);
  return () => {
    turns.endedMs = performance.now();
    // A run that gives up before its turn does not let the next one overtake.
    void before.then(pass);
    const forget = () => {
      if (turns.last === turn) places.delete(place);
    };
    setTimeout(forget, limits.peerSpacingMs).unref();
  };
}
