import { aborted, waitAtMost } from '../../net/abort.js';
import { failure } from '../../model/failure.js';
import { type HttpConnection, openHttp } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import {
  callAgainIfConfused,
  callNext,
  type FailedOutcome,
  type HttpCall,
  type Outcome,
  reclassify,
} from './calls.js';
import type { Problem } from '../../model/rule.js';
import { type SearchArchive, searchInTime } from '../node/archive.js';
import { noAnswers, type NodeAnswers, type NodeObservation } from '../node/observation.js';
import { checkCors, type PageRequest } from './cors.js';
import { type Listing, nameOtherKind } from './identify.js';
import { type FirstRequest, probeFollowing, type Redirect } from './follow-redirect.js';
import { pickPeer } from '../node/transport.js';

/** How long an answer may take after those that the check requires. */
const graceMs = 2_000;

/** The requests of an attempt on one connection. */
export interface Requests {
  readonly context: ProbeContext;
  readonly connection: HttpConnection;
  /** Later attempts ask for less, so that an endpoint that refuses a burst is not blamed for it. */
  readonly attempt: number;
  /**
   * Makes a request: on the first attempt at once, in the order of these calls, without waiting for the answers before; later when its answer is
   * waited for.
   */
  readonly ask: <Of extends Outcome>(call: HttpCall<Of>) => Asked<Of>;
}

/** A request, and the ways to wait for its answer. */
export interface Asked<Of extends Outcome> {
  /** If others on the connection may have made it fail, it is made again on another one. */
  readonly required: () => Promise<Of | FailedOutcome>;
  /** After another one was answered: as `callNext`. */
  readonly next: () => Promise<Of | FailedOutcome>;
  /** For a moment, after others were answered. Null if it was not made, as on later attempts. */
  readonly extra: (limitMs?: number) => Promise<Of | FailedOutcome | null>;
}

function startRequests(context: ProbeContext, connection: HttpConnection, attempt: number): Requests {
  const isAtOnce = attempt === 1;
  return {
    context,
    connection,
    attempt,
    ask: (call) => {
      const early = isAtOnce ? call(connection) : null;
      return {
        required: async () =>
          early === null ? call(connection) : callAgainIfConfused(context, await early, call),
        next: () => callNext(context, connection, call, early),
        extra: async (limitMs = graceMs) => {
          if (early === null) return null;
          const outcome = await waitAtMost(early, limitMs);
          const { address } = connection;
          return outcome === aborted
            ? { kind: 'problem', problem: failure('net/response-timeout', { address, limitMs }) }
            : reclassify(outcome);
        },
      };
    },
  };
}

/** The result of an answer that may be missing. */
export function resultOf<Of extends Outcome>(
  outcome: Of | FailedOutcome | null,
): Extract<Of, { kind: 'result' }> | null {
  return outcome?.kind === 'result' ? (outcome as Extract<Of, { kind: 'result' }>) : null;
}

/** How one kind is probed over HTTP: what it requests, and what the answers mean. */
export interface HttpProbe {
  /** The request whose redirect is followed. */
  readonly first: FirstRequest;
  readonly ask: (requests: Requests) => Promise<HttpNodeAnswers>;
  /** The answers that an endpoint of another kind may give. */
  readonly listing: Listing;
  /** A more precise problem than that of the answers; by default that the endpoint is of another kind. */
  readonly explain?: (context: ProbeContext, problem: Problem, listing: Listing) => Promise<Problem>;
}

/** What a node answered over HTTP. */
export interface HttpNodeAnswers extends NodeAnswers {
  /** Why it is no such endpoint; null if it is one. */
  readonly problem: Problem | null;
  /** The problem of the first request, if the endpoint is one for another answer. */
  readonly firstProblem?: Problem | null;
  /** A redirect of another request, to be reported. */
  readonly redirect?: Redirect | null;
  /** The requests by which a page of another origin would use it. */
  readonly pages: readonly PageRequest[];
  /** Looks for what an archive has. */
  readonly searchArchive?: SearchArchive;
}

/**
 * Probes an endpoint over HTTP, at the place to which it redirects, if it does. The first attempt makes its requests at once on one connection;
 * later ones make those that the check requires, one after another. What is asked beyond the check comes after it.
 */
export function probeOverHttp(
  probe: HttpProbe,
  context: ProbeContext,
  attempt: number,
): Promise<NodeObservation> {
  return probeFollowing(context, probe.first, (targetContext) => probeAt(probe, targetContext, attempt));
}

async function probeAt(
  probe: HttpProbe,
  context: ProbeContext,
  attempt: number,
): Promise<NodeObservation & { readonly firstProblem: Problem | null }> {
  const { target, clock } = context;
  const { secure } = target;
  const { explain = nameOtherKind, listing } = probe;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const problem = await explain(context, opened.failure, listing);
    const noTransport = { connection: null, secure, phasesMs: clock.read() };
    return { ...noAnswers, ...unknown, ...noTransport, problem, firstProblem: problem };
  }
  const connection = opened.value;
  try {
    const answers = await probe.ask(startRequests(context, connection, attempt));
    const { pages, searchArchive, firstProblem = null, redirect = null, ...node } = answers;
    const transport = { connection: pickPeer(connection), secure, phasesMs: clock.read() };
    if (node.problem !== null) {
      const problem = await explain(context, node.problem, listing);
      return { ...node, ...unknown, ...transport, problem, firstProblem: problem };
    }
    const isSearched = target.claimsArchive === true && searchArchive !== undefined;
    const archive = isSearched ? await searchInTime(context, searchArchive) : null;
    return { ...node, ...transport, redirect, archive, cors: await checkCors(context, pages), firstProblem };
  } finally {
    connection.close();
  }
}

const unknown = { redirect: null, archive: null, cors: null } as const;
