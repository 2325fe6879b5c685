import type { Get } from '../../net/get.js';

/** The common part of undici's dispatchers, in any version. */
export interface RequestDispatcher {
  dispatch: (...args: never[]) => boolean;
}

/** Sends GET requests with the platform's fetch, or one like it; `dispatcher` is what Node's takes besides. */
export function createFetchGet(
  fetch: typeof globalThis.fetch | undefined,
  dispatcher: RequestDispatcher | undefined,
): Get {
  // In a browser a field of the platform's own would need the service's permission (CORS).
  const isPage = 'document' in globalThis || 'importScripts' in globalThis;
  const ownHeaders = isPage ? {} : { 'user-agent': 'endpoint-check' };
  return async ({ origin, path, headers, signal, limitBytes }) => {
    const init: RequestInit = { headers: { ...headers, ...ownHeaders }, signal, redirect: 'manual' };
    if (dispatcher !== undefined) Object.assign(init, { dispatcher });
    const answer = await (fetch ?? globalThis.fetch)(origin + path, init);
    const body = answer.body === null ? new Uint8Array() : await readWhole(answer.body, limitBytes);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  };
}

/** Reads a body; null if it exceeds the limit. By a reader, since not every browser can iterate over a stream. */
async function readWhole(
  body: NonNullable<Response['body']>,
  limitBytes: number,
): Promise<Uint8Array | null> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limitBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
