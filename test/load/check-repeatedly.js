// Makes the checks that standard input lists, some at a time, and prints their results as JSON, in the order of the list. A separate process, since
// Node reads NODE_EXTRA_CA_CERTS when it starts.
import { json } from 'node:stream/consumers';
import { checkEndpoint, checkRegistry } from 'endpoint-check';

/** @typedef {{ cwd: string } | import('endpoint-check').AdHocEndpoint} Check */

const { checks, atOnce } = /** @type {{ checks: Check[], atOnce: number }} */ (await json(process.stdin));

/** Each has the bounds of a process of its own, though they hold over all checks of this one. */
const options = { allowPrivate: true, perHost: 4 * atOnce, concurrency: 1_000 };

/** @param {Check} check */
async function run(check) {
  if ('cwd' in check) return checkRegistry([], { cwd: check.cwd, ...options });
  const { endpoint, findings } = await checkEndpoint(check, options);
  return { endpoints: [endpoint], findings };
}

/** @type {unknown[]} */
const results = [];
const waiting = checks.entries();
const work = async () => {
  for (const [index, check] of waiting) results[index] = await run(check);
};
await Promise.all(Array.from({ length: atOnce }, work));
process.stdout.write(JSON.stringify(results));
