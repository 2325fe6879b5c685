import { Agent, request } from 'undici';

/** @typedef {{ status: number, headers: Record<string, string | string[] | undefined>, text: string, ms: number }} Answer */

// As many connections as there are clients; the service has the time limits.
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 2_000 } });

/**
 * Sends a GET. Rejects if the connection fails, or after two minutes. The text is empty if it is discarded, so that a client is not
 * slower than a server.
 * @param {string} url
 * @param {string} token
 * @param {{ discard?: boolean }} [options]
 * @returns {Promise<Answer>}
 */
export async function ask(url, token, { discard = false } = {}) {
  const startedAt = performance.now();
  const { statusCode, headers, body } = await request(url, {
    dispatcher,
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(120_000),
  });
  let text = '';
  if (discard) await body.dump({ limit: Infinity });
  else text = await body.text();
  return { status: statusCode, headers, text, ms: performance.now() - startedAt };
}

/** The seconds of Retry-After; null without one. @param {Answer} answer */
export function readRetryAfter({ headers }) {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
}

/**
 * The results of clients: the time of each answer, and the number of answers of each status other than 200.
 * @typedef {{ times: number[], failed: Record<string, number> }} Load
 */

/**
 * Runs clients that send one request after another, for some seconds.
 * @param {number} clients
 * @param {number} seconds
 * @param {(number: number) => Promise<Answer>} send
 * @returns {Promise<Load>}
 */
export async function runClients(clients, seconds, send) {
  const endsAt = performance.now() + seconds * 1_000;
  /** @type {Load} */
  const load = { times: [], failed: {} };
  let count = 0;
  const run = async () => {
    do {
      const { status, ms } = await send(count++);
      load.times.push(ms);
      if (status !== 200) load.failed[status] = (load.failed[status] ?? 0) + 1;
    } while (performance.now() < endsAt);
  };
  await Promise.all(Array.from({ length: clients }, run));
  return load;
}

/**
 * The value that this share of all values does not exceed.
 * @param {readonly number[]} values
 * @param {number} share From 0 to 1.
 */
export function findPercentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
