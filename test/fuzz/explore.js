import { counters } from './counters.js';
import { createRandom, mutate, pick } from './mutate.js';

/**
 * @typedef {object} Target The fuzzed code, and the promises that it has to keep: `check` throws if it is not.
 * @property {string} name
 * @property {readonly string[]} seeds
 * @property {(input: string) => void | Promise<void>} check
 * @property {boolean} [bytes] Whether each character of an input is a byte.
 * @property {number} [longest] In UTF-16 code units.
 */

/**
 * @typedef {object} Find An input that breaks a promise, as small as it could be made.
 * @property {string} input
 * @property {unknown} error
 */

/**
 * @typedef {object} Exploration
 * @property {number} runs
 * @property {Set<number>} branches
 * @property {readonly string[]} corpus
 * @property {readonly Find[]} finds
 * @property {{ ms: number, input: string }} slowest
 */

const words = new Uint32Array(counters.buffer);
const defaultLongest = 4_096;
/** In a target with so many finds, one hides the others. */
const mostFinds = 10;

/**
 * Looks for inputs that break a promise: those that take a branch for the first time, or another number of times, are changed further.
 * @param {Target} target
 * @param {{ seed: number, tokens: readonly string[], isOver: (runs: number) => boolean }} options
 * @returns {Promise<Exploration>}
 */
export async function explore(target, { seed, tokens, isOver }) {
  const { seeds, bytes = false, longest = defaultLongest } = target;
  const random = createRandom(seed);
  /** How often each branch was taken by one input, in powers of two. */
  const seen = new Uint8Array(counters.length);
  /** @type {Set<number>} */
  const branches = new Set();
  const corpus = [...seeds];
  /** @type {Map<string, Find>} */
  const finds = new Map();
  let slowest = { ms: 0, input: '' };
  let runs = 0;

  const isNew = () => {
    let found = false;
    // Four at a time: most are zero.
    for (let at = 0; at < words.length; at++) {
      if (words[at] === 0) continue;
      for (let branch = at * 4; branch < at * 4 + 4; branch++) {
        const count = counters[branch] ?? 0;
        const bucket = count === 0 ? 0 : 1 << (31 - Math.clz32(count));
        if (((seen[branch] ?? 0) & bucket) === bucket) continue;
        seen[branch] = (seen[branch] ?? 0) | bucket;
        branches.add(branch);
        found = true;
      }
    }
    return found;
  };
  const attempt = async (/** @type {string} */ input) => {
    counters.fill(0);
    runs++;
    const start = performance.now();
    const error = await run(target, input);
    const ms = performance.now() - start;
    if (ms > slowest.ms) slowest = { ms, input };
    if (isNew() && runs > seeds.length) corpus.push(input);
    if (error === null || finds.has(describe(error))) return;
    finds.set(describe(error), { input: await shrink(target, input, describe(error)), error });
  };

  for (const input of seeds) await attempt(input);
  while (!isOver(runs) && finds.size < mostFinds) {
    // The latest inputs lead further more often.
    const at = corpus.length - 1 - Math.floor(random() ** 2 * corpus.length);
    await attempt(mutate(corpus[at] ?? '', pick(random, corpus), { random, tokens, bytes, longest }));
  }
  return { runs, branches, corpus, finds: [...finds.values()], slowest };
}

/**
 * @param {Target} target
 * @param {string} input
 * @returns {Promise<unknown>} the error; null for none
 */
async function run({ check }, input) {
  try {
    const pending = check(input);
    if (pending !== undefined) await pending;
    return null;
  } catch (error) {
    return error ?? new Error('thrown without a reason');
  }
}

/**
 * The identity of a find: where it was thrown, and its message up to a colon, after which parts of the input may follow.
 * @param {unknown} error
 */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  const place = /\n +at (.*)/.exec(error.stack ?? '')?.[1] ?? '';
  return `${error.message.split(/[:\n]/, 1)[0] ?? ''} ${place}`;
}

/**
 * A smaller input with the same error.
 * @param {Target} target
 * @param {string} input
 * @param {string} expected
 */
async function shrink(target, input, expected) {
  let smallest = input;
  for (let length = input.length >> 1; length > 0; length >>= 1) {
    for (let at = 0; at < smallest.length;) {
      const shorter = smallest.slice(0, at) + smallest.slice(at + length);
      const error = await run(target, shorter);
      if (error !== null && describe(error) === expected) smallest = shorter;
      else at += length;
    }
  }
  return smallest;
}
