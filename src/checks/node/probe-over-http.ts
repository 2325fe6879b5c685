import type { RuleProblem } from '../../model/rule.js';
import { openHttp } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { checkCors, type PageRequest } from '../http/cors.js';
import { type FirstRequest, probeFollowing, type Redirect } from '../http/follow-redirect.js';
import { type Listing, nameOtherKind } from '../http/identify.js';
import { type Requests, startRequests } from '../http/requests.js';
import { askFurther, type Further } from './interview.js';
import { emptyObservation, type NodeAnswers, type NodeObservation } from './observation.js';

export interface HttpProbe {
  /** The request whose redirect is followed. */
  readonly first: FirstRequest;
  readonly ask: (requests: Requests) => Promise<HttpNodeAnswers>;
  /** The answers that an endpoint of another kind may give. */
  readonly listing: Listing;
  /** A more precise problem than that of the answers; by default that the endpoint is of another kind. */
  readonly explain?: typeof nameOtherKind;
}

export interface HttpNodeAnswers extends NodeAnswers {
  readonly problem: RuleProblem | null;
  /** The problem of the first request, if the endpoint is one for another answer. */
  readonly firstProblem?: RuleProblem | null;
  /** A redirect of another request, to be reported. */
  readonly redirect?: Redirect | null;
  /** The requests by which a page of another origin would use it. */
  readonly pages: readonly PageRequest[];
  readonly further?: Further;
}

/** The first attempt makes its requests at once on one connection; later ones those that the check requires, one after another. */
export function probeOverHttp(
  probe: HttpProbe,
  context: ProbeContext,
  attempt: number,
): Promise<NodeObservation> {
  return probeFollowing(context, probe.first, (targetContext) => probeAt(probe, targetContext, attempt));
}

async function probeAt(
  { ask, explain = nameOtherKind, listing }: HttpProbe,
  context: ProbeContext,
  attempt: number,
): Promise<NodeObservation & { readonly firstProblem: RuleProblem | null }> {
  const { clock, target } = context;
  const { secure } = target;
  const opened = await openHttp(context);
  if (!opened.ok) {
    const problem = await explain(context, opened.failure, listing);
    const transport = { connection: null, secure, phasesMs: clock.read() };
    return { ...emptyObservation, ...transport, problem, firstProblem: problem };
  }
  const connection = opened.value;
  try {
    const answers = await ask(startRequests(context, connection, attempt));
    const { pages, further, firstProblem = null, redirect = null, ...node } = answers;
    const facts = { ...node.facts, httpStatus: connection.firstStatus };
    const transport = { connection: connection.peer, secure, facts, phasesMs: clock.read() };
    const observation = { ...emptyObservation, ...node, ...transport };
    if (node.problem !== null) {
      const problem = await explain(context, node.problem, listing);
      return { ...observation, problem, firstProblem: problem };
    }
    const cors = await checkCors(context, pages);
    const more = further === undefined ? {} : await askFurther(context, further);
    return { ...observation, redirect, cors, firstProblem, ...more };
  } finally {
    connection.close();
  }
}
