import type { Observation, Probe } from '../checks/check.js';
import type { Target } from '../model/entry.js';
import { failure, type Failure } from '../model/failure.js';
import type { Problem } from '../model/rule.js';
import { type Budget, sleep, startBudget } from '../net/abort.js';
import { formatAddress } from '../net/address.js';
import { startStopwatch } from '../net/loop-clock.js';
import {
  PhaseClock,
  toTenths,
  defaultProbeSettings,
  type ProbeContext,
  type ProbeSettings,
  type Proxy,
} from '../net/probe-context.js';
import { findProxyAnswer } from '../net/proxy.js';
import type { Resolve } from '../net/resolve.js';
import { chooseWait, findLostConnection, findRetryAfter, hedge, isDecisive } from './next-attempt.js';
import { findSeverity } from './rule-catalogue.js';

export interface ProbeResult {
  readonly observation: Observation;
  /** When the observation was made, in milliseconds since 1970. */
  readonly observedAt: number;
  readonly attempts: number;
  /** From the first attempt to the last response, waits included. */
  readonly durationMs: number;
  /** The code of the observation's only problem if this process stalled, so that the problem proves nothing. */
  readonly localLimit?: Failure;
}

export interface ProbeOptions extends Partial<ProbeSettings> {
  /** Whole budget of one target, waits and retries included. */
  readonly timeoutMs: number;
  readonly retries: number;
  /** How long an attempt may take before the next one is made beside it, in milliseconds; null, the default, if it is waited for. */
  readonly hedgingDelayMs?: number | null;
  /**
   * Whether Retry-After is waited for as long as the budget allows, without using up retries (none with `retries` 0). False by default: a probe that
   * takes seconds gains nothing by minutes.
   */
  readonly obeysRetryAfter?: boolean;
  /** How long the name was looked up before, in milliseconds; it counts for the first attempt. 0 by default. */
  readonly lookupMs?: number;
  readonly resolve: Resolve;
  /** To connect through; null to connect to the target itself. */
  readonly proxy: Proxy | null;
  readonly signal: AbortSignal;
}

/** The shortest wait that uses up no retry: a date in Retry-After may be a moment away, again and again. */
const shortestWaitMs = 1_000;

/**
 * Probes a target within its budget, and retries transient failures. If a failure may be due to a stall of this process, the target is probed once
 * more; if that happens again, the failure is this machine's. Null if the run was ended before there was a result.
 */
export async function probeWithRetries(
  probe: Probe,
  target: Target,
  options: ProbeOptions,
): Promise<ProbeResult | null> {
  const first = await probeWithinBudget(probe, target, options);
  if (first === null || findStandstill(first) === null) return first;
  const second = await probeWithinBudget(probe, target, { ...options, lookupMs: 0 });
  if (second === null) return null;
  const explained = findStandstill(second);
  const total = {
    attempts: first.attempts + second.attempts,
    durationMs: toTenths(first.durationMs + second.durationMs),
  };
  if (explained === null) return { ...second, ...total };
  const address = formatAddress(target.host, target.port);
  const localLimit = failure('net/local-limit', { address, code: explained, stalledMs: second.stalledMs });
  return {
    ...second,
    ...total,
    observation: { ...second.observation, problems: [localLimit] },
    localLimit,
  };
}

/** How long the process may stall in a probe without casting doubt on it: a moment, and a share of the time. */
const harmlessMs = 500;
const harmlessPart = 0.1;

/** How late a client may be before a server hangs up: the shortest time-outs of servers and proxies are some seconds. */
const hangUpMs = 3_000;

/** The failure of a probe in which this process stalled for long enough to cause it; null if there is none. */
function findStandstill({ observation, durationMs, stalledMs }: TimedResult): string | null {
  const code = findLostConnection(observation.problems);
  const isLost = code === 'net/reset' || code === 'grpc/connection-dropped';
  const isLong = stalledMs > (isLost ? hangUpMs : harmlessMs) && stalledMs > durationMs * harmlessPart;
  return isLong ? code : null;
}

interface TimedResult extends ProbeResult {
  readonly stalledMs: number;
}

async function probeWithinBudget(
  probe: Probe,
  target: Target,
  options: ProbeOptions,
): Promise<TimedResult | null> {
  if (options.signal.aborted) return null;
  const budget = startBudget(options.signal, options.timeoutMs);
  return new Attempts(probe, target, options, budget).make().finally(budget.clear);
}

interface AttemptResult {
  readonly observation: Observation;
  readonly hasExpired: boolean;
}

class Attempts {
  readonly #probe: Probe;
  readonly #target: Target;
  readonly #options: ProbeOptions;
  readonly #budget: Budget;
  readonly #readElapsed = startStopwatch();
  /** How many were made after a Retry-After, which use up no retry. */
  #free = 0;
  /** What would have been reported without the latest attempt. */
  #before: Observation | null = null;
  /** What the latest attempt that was limited observed. */
  #limited: Observation | null = null;

  constructor(probe: Probe, target: Target, options: ProbeOptions, budget: Budget) {
    this.#probe = probe;
    this.#target = target;
    this.#options = options;
    this.#budget = budget;
  }

  /** Makes attempts until one needs no retry or none is left. Null if the run was ended. */
  async make(): Promise<TimedResult | null> {
    const { timeoutMs, retries, lookupMs = 0, hedgingDelayMs = null, signal } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const makeAttempt = (number: number, ofAttempt: AbortSignal) => this.#makeAttempt(number, ofAttempt);
      const { value: latest, attempts } = await hedge(makeAttempt, attempt, {
        signal: this.#budget.signal,
        delayMs: attempt - this.#free <= retries ? hedgingDelayMs : null,
        isGood: ({ observation }) => !observation.problems.some(isDecisive),
        isSilence: ({ observation }) => isUnanswered(observation.problems),
      });
      if (signal.aborted) return null;
      attempt += attempts - 1;
      const waitMs = this.#chooseWait(latest.observation.problems, attempt);
      const observation = this.#chooseObservation(latest, waitMs);
      const { ms: elapsedMs, stalledMs } = this.#readElapsed();
      const ms = elapsedMs - this.#budget.pausedMs();
      if (waitMs === null || attempt - this.#free > retries || ms - stalledMs + waitMs >= timeoutMs) {
        return {
          observation,
          observedAt: Date.now(),
          attempts: attempt,
          durationMs: toTenths(lookupMs + ms),
          stalledMs: toTenths(stalledMs),
        };
      }
      this.#before = observation;
      // If the run ends during the wait, the check after the next probe, which is cut short, notices it.
      await sleep(waitMs, this.#budget.signal);
    }
  }

  async #makeAttempt(attempt: number, signal: AbortSignal): Promise<AttemptResult> {
    const { timeoutMs, lookupMs = 0, resolve, proxy } = this.#options;
    const context: ProbeContext = {
      ...defaultProbeSettings,
      ...this.#options,
      target: this.#target,
      resolve,
      proxy,
      signal,
      pause: this.#budget.pause,
      clock: new PhaseClock(attempt === 1 ? lookupMs : 0),
      budgetMs: timeoutMs,
    };
    const observation = await observe(this.#probe, context, attempt);
    if (observation.problems.some(({ code }) => code === 'net/rate-limited')) this.#limited = observation;
    return { observation, hasExpired: this.#budget.signal.aborted };
  }

  /** How long to wait before the next attempt, in milliseconds; null if there is nothing to retry. */
  #chooseWait(problems: readonly Problem[], attempt: number): number | null {
    const { retries, obeysRetryAfter = false } = this.#options;
    const retryAfterMs = obeysRetryAfter && retries > 0 ? findRetryAfter(problems) : 0;
    if (retryAfterMs > 0) this.#free += 1;
    const pauseMs = chooseWait(problems, Math.max(1, attempt - this.#free), Math.random());
    return pauseMs !== null && retryAfterMs > 0 ? Math.max(retryAfterMs, shortestWaitMs) : pauseMs;
  }

  #chooseObservation({ observation, hasExpired }: AttemptResult, waitMs: number | null): Observation {
    // If the budget expired mid-attempt, report the previous attempt.
    const isCutShort = waitMs !== null && hasExpired;
    const candidate = (isCutShort ? this.#before : null) ?? observation;
    // A proxy that limited a moment ago may now refuse everything, with the status of one whose node is down.
    const isRefused = candidate.problems.some(({ code }) => code === 'http/upstream-down');
    return (isRefused ? this.#limited : null) ?? candidate;
  }
}

/** Makes one attempt. What a proxy answers in the target's place is no failure of the target. */
async function observe(probe: Probe, context: ProbeContext, attempt: number): Promise<Observation> {
  const observation = await probe(context, attempt);
  const isWrong = observation.problems.some((problem) => findSeverity(problem) === 'error');
  const failureOfProxy = isWrong ? await findProxyAnswer(context) : null;
  return failureOfProxy === null ? observation : { ...observation, problems: [failureOfProxy] };
}

/** Failures that say no more than silence: a server may allow one connection at a time, and a proxy or a limit is this machine's. */
const silentCodes: readonly string[] = ['net/refused', 'net/proxy-failed', 'net/local-limit'];

function isUnanswered(problems: Observation['problems']): boolean {
  return findLostConnection(problems) !== null || problems.some(({ code }) => silentCodes.includes(code));
}
