import { setTimeout as pause } from 'node:timers/promises';
import { ask, readRetryAfter } from '../support/requests.js';
import { token } from './world.js';

/** An answer of the service; null for a snapshot that is no longer there. @typedef {Record<string, any> | null} Body */
/** Asks until an answer comes. Throws `stopped` where the run ends first. @typedef {(path: string) => Promise<Body>} Ask */

/** Statuses that docs/query-api.md lists for requests without mistakes. */
const documented = new Set([410, 429, 502, 503, 504, 507]);
const needRetryAfter = new Set([429, 503]);
/** The longest wait, so that the load does not fall asleep with the service. */
const maxWaitMs = 3_000;

/** Thrown into clients when the run is over. */
export const stopped = new Error('the run is over');

/**
 * Makes a client that sends each request to an instance at random, tries another where that one is dead, and waits as it is told.
 * @param {readonly import('./world.js').Instance[]} instances
 * @param {{ random: (limit: number) => number, counts: import('./counts.js').Counts, signal: AbortSignal }} options
 * @returns {Ask}
 */
export function createFailoverClient(instances, { random, counts, signal }) {
  return async (path) => {
    for (;;) {
      if (signal.aborted) throw stopped;
      const instance = instances[random(instances.length)];
      if (instance === undefined) throw new Error('there is no instance');
      const startedAt = performance.now();
      const answer = await ask(`${instance.url}${path}`, token).catch((/** @type {unknown} */ error) =>
        describe(error),
      );
      if (typeof answer === 'string') {
        if (instance.wasDown(startedAt, performance.now()))
          counts.count('connection lost to a dead instance');
        else counts.violate('connection lost to a living instance', `${path}: ${answer}`);
        await pause(50);
        continue;
      }
      counts.count(`status ${answer.status}`);
      if (answer.status === 200) return JSON.parse(answer.text);
      const fault = findFault(answer);
      if (fault !== null)
        counts.violate(fault, `${path}: HTTP ${answer.status} ${answer.text.slice(0, 300)}`);
      if (answer.status === 410) return null;
      await pause(Math.min(maxWaitMs, (readRetryAfter(answer) ?? 0.2) * 1_000));
    }
  };
}

/** What is wrong with an error; null where it is a documented one. @param {import('../support/requests.js').Answer} answer */
function findFault(answer) {
  const { status, headers, text } = answer;
  if (!documented.has(status)) return 'undocumented status';
  if (headers['content-type'] !== 'application/problem+json')
    return 'an error that is no problem of RFC 9457';
  const problem = JSON.parse(text);
  if (problem.status !== status || typeof problem.title !== 'string' || typeof problem.detail !== 'string')
    return 'a malformed problem';
  return needRetryAfter.has(status) && readRetryAfter(answer) === null
    ? 'an error without Retry-After'
    : null;
}

/** @param {unknown} error */
const describe = (error) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
