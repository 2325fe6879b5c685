import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { findPercentile, formatMs, type Row } from '../table.js';

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  ms: number;
};

// As many connections as there are clients; the service has the time limits.
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 2_000 } });

/**
 * Sends a GET. Rejects if the connection fails, or after two minutes. The text is empty if it is discarded, so that a client is not
 * slower than a server.
 */
export async function ask(
  url: string,
  token: string,
  { discard = false }: { discard?: boolean } = {},
): Promise<Answer> {
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

/** The seconds of Retry-After; null without one. */
export function readRetryAfter({ headers }: Answer) {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
}

/**
 * Sends a request again as long as the answer says when; resolves to the milliseconds until there was one. Throws where there is another answer, or
 * the time is over.
 */
export async function waitForAnswer(send: () => Promise<Answer>, limitMs = 600_000) {
  const startedAt = performance.now();
  for (;;) {
    const answer = await send();
    const ms = performance.now() - startedAt;
    if (answer.status === 200) return ms;
    if ((answer.status !== 503 && answer.status !== 504) || ms > limitMs)
      throw new Error(`answered ${answer.status} after ${ms.toFixed(0)} ms: ${answer.text}`);
    await pause((readRetryAfter(answer) ?? 0) * 1_000);
  }
}

/** The results of clients: the time of each answer, and the number of answers of each status other than 200. */
export type Load = { times: number[]; failed: Record<string, number> };

/** Runs clients that send one request after another, for some seconds. */
export async function runClients(
  clients: number,
  seconds: number,
  send: (number: number) => Promise<Answer>,
): Promise<Load> {
  const endsAt = performance.now() + seconds * 1_000;
  const load: Load = { times: [], failed: {} };
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

const findP99 = ({ times }: Load) => findPercentile(times, 0.99);

/** The percentile that counts, and the failures. */
export const formatLoad = (load: Load) =>
  [
    `p99 ${formatMs(findP99(load))} of ${load.times.length}`,
    ...Object.entries(load.failed).map(([status, count]) => `${count} × ${status}`),
  ].join(', ');

/** Whether nothing failed and the percentile is within the limit. */
export const isWithin = (load: Load, limitMs: number) =>
  Object.keys(load.failed).length === 0 && findP99(load) <= limitMs;

/** A row of a load whose percentile may be at most so many milliseconds. */
export const holdLoad = (work: string, load: Load, mostMs: number, more: Partial<Row> = {}): Row => ({
  work,
  ours: formatLoad(load),
  reach: `p99 <= ${mostMs} ms`,
  reached: isWithin(load, mostMs),
  ...more,
});

/** A row of a load whose percentile may be at most three times what it is without other loads. */
export const holdBesideAlone = (work: string, load: Load, alone: Load, more: Partial<Row> = {}) =>
  holdLoad(work, load, 3 * findP99(alone), {
    peer: `alone ${formatLoad(alone)}`,
    ratio: findP99(load) / findP99(alone),
    reach: 'p99 <= 3 x alone',
    ...more,
  });
