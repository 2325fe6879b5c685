import { failure } from '../../model/failure.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Problem, RuleProblem } from '../../model/rule.js';
import { aborted, createChild, waitAtMost } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { isTransientRefusal } from '../../net/refusal.js';
import { type FailedOutcome, isOpen, longestPauseMs } from '../http/outcome.js';
import { type Archive, type Capabilities, unproved } from './observation.js';

/** What may be asked of a node that passed its check. The requests end with the signal of the context. */
export interface Further {
  readonly searchArchive: (context: ProbeContext) => Promise<Archive>;
  /** What clients need, each with its questions. */
  readonly listCapabilities: (context: ProbeContext, ask: Ask) => readonly FindCapability[];
}

/** How long the requests for an archive may take together. Shorter than `longestPauseMs`, the wait for a repeated request. */
const archiveMs = 4_500;

export async function askFurther(
  context: ProbeContext,
  { searchArchive, listCapabilities }: Further,
): Promise<{ readonly archive: Archive | null; readonly capabilities: Capabilities | null }> {
  const isClaimed = context.target.claimsArchive === true;
  const archive = isClaimed ? await searchInTime(context, searchArchive) : null;
  const capabilities = context.capabilities ? await interview(context, listCapabilities) : null;
  return { archive, capabilities };
}

async function searchInTime(context: ProbeContext, search: Further['searchArchive']): Promise<Archive> {
  const { signal, abort } = createChild(context.signal);
  try {
    const archive = await waitAtMost(search({ ...context, signal }), archiveMs);
    return archive === aborted ? unproved(`no answer within ${archiveMs / 1_000} s`) : archive;
  } finally {
    abort();
  }
}

/** The questions of one capability. Leaves out facts that the answers do not tell. */
export type FindCapability = () => Promise<Partial<Capabilities>>;

export type Unanswered = FailedOutcome<RuleProblem>;

/**
 * Asks a question, unless an earlier one ended in a limit, a failure or silence: then nothing more is asked. `isAnswer` tells a refusal that
 * answers the question from a limit, since providers word both alike.
 */
export type Ask = <Answer extends object>(
  question: () => Promise<Answer>,
  isAnswer?: (problem: RuleProblem) => boolean,
) => Promise<Answer | Unanswered>;

/** One question after another, without retries, in what the check left of its share of the budget. */
async function interview(
  context: ProbeContext,
  list: (context: ProbeContext, ask: Ask) => readonly FindCapability[],
): Promise<Capabilities> {
  const ask = startAsking(context.budgetMs * share - (context.clock.read().total ?? 0));
  const { signal, abort } = createChild(context.signal);
  const capabilities: Partial<Capabilities>[] = [];
  for (const find of list({ ...context, signal }, ask)) capabilities.push(await find());
  // A question without an answer is not asked again on another connection.
  abort();
  return {
    facts: Object.assign({}, ...capabilities.map(({ facts }) => facts)) as JsonObject,
    problems: capabilities.flatMap(({ problems = [] }) => problems),
  };
}

/** After half of the budget a second attempt would be made beside this one (`engine/next-attempt.ts`). */
const share = 0.4;

function startAsking(limitMs: number): Ask {
  const endsAt = performance.now() + limitMs;
  let end: Unanswered | null = null;
  return async (question, isAnswer = () => false) => {
    if (end !== null) return end;
    const restMs = Math.min(longestPauseMs, endsAt - performance.now());
    const answer = restMs > 0 ? await waitAtMost(question(), restMs) : aborted;
    const problem =
      answer === aborted ? silence : 'problem' in answer ? (answer.problem as RuleProblem) : null;
    if (problem !== null && isOpen(problem) && !isAnswer(problem)) end = { kind: 'problem', problem };
    return end ?? (answer as Exclude<typeof answer, typeof aborted>);
  };
}

const silence = failure('net/response-timeout', { address: '', limitMs: longestPauseMs });

const refusals =
  /\/(?:rpc-error|node-error|method-missing|key-required|forbidden|auth-required|payment-required|status)$/;

/** Whether a node, or a proxy before it, refuses a question for good, rather than fails to answer it. */
export function isRefusal({ code, data }: Problem): boolean {
  const number = typeof data['code'] === 'number' ? data['code'] : null;
  const [words = ''] = [data['detail'], data['details']].filter((text) => typeof text === 'string');
  return refusals.test(code) && !isTransientRefusal({ code: number, words });
}

/** A fact; null if it is not known. */
export function known(name: string, value: JsonValue): Partial<Capabilities> {
  return value === null ? {} : { facts: { [name]: value } };
}
