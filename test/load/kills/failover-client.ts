import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask, readRetryAfter } from '../../../bench/support/requests.js';
import type { Counts, Random } from './kill-at-random.js';
import { type Instance, token } from './world.js';

/** Asks until an answer comes: null if a cursor's snapshot is gone. Rejects with `runIsOver` if the run ends first. */
export type Ask = (path: string) => Promise<Record<string, unknown> | null>;

/** Statuses that docs/query-api.md lists for requests without mistakes. */
const documented = new Set([410, 429, 502, 503, 504, 507]);
const needRetryAfter = new Set([429, 503]);
/** The longest wait, so that the load does not fall asleep with the service. */
const maxWaitMs = 3_000;

/** What clients are ended with. */
export const runIsOver = new Error('the run is over');

/**
 * A client that sends each request to an instance at random, tries another if that one is dead, and waits as it is told. Instances with databases of
 * their own know no cursor of each other.
 */
export function createFailoverClient(
  instances: readonly Instance[],
  {
    random,
    counts,
    signal,
    sharesDatabase,
  }: {
    readonly random: Random;
    readonly counts: Counts;
    readonly signal: AbortSignal;
    readonly sharesDatabase: boolean;
  },
): Ask {
  let last: Instance | undefined;
  return async (path) => {
    for (;;) {
      if (signal.aborted) throw runIsOver;
      const isBound = !sharesDatabase && path.includes('cursor=');
      const instance = isBound ? last : instances[random(instances.length)];
      if (instance === undefined) throw new Error('there is no instance');
      const startedAt = performance.now();
      const answer = await ask(`${instance.url}${path}`, token).catch(String);
      if (typeof answer === 'string') {
        if (instance.wasDown(startedAt, performance.now()))
          counts.count('connection lost to a dead instance');
        else counts.violate('connection lost to a living instance', `${path}: ${answer}`);
        await pause(50);
        continue;
      }
      counts.count(`status ${answer.status}`);
      last = instance;
      if (answer.status === 200) return JSON.parse(answer.text) as Record<string, unknown>;
      const fault = findFault(answer);
      if (fault !== null)
        counts.violate(fault, `${path}: HTTP ${answer.status} ${answer.text.slice(0, 300)}`);
      if (answer.status === 410) return null;
      await pause(Math.min(maxWaitMs, (readRetryAfter(answer) ?? 0.2) * 1_000));
    }
  };
}

/** What is wrong with an error; null if it is a documented one. */
function findFault(answer: Answer): string | null {
  const { status, headers, text } = answer;
  if (!documented.has(status)) return 'undocumented status';
  if (headers['content-type'] !== 'application/problem+json')
    return 'an error that is no problem of RFC 9457';
  const problem = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { title, detail } = problem;
  if (problem['status'] !== status || typeof title !== 'string' || typeof detail !== 'string')
    return 'a malformed problem';
  const isLost = needRetryAfter.has(status) && readRetryAfter(answer) === null;
  return isLost ? 'an error without Retry-After' : null;
}
