import { inspect } from 'node:util';
import { Agent } from 'undici';
import { expect } from 'vitest';
import { QueryClient, type QueryClientOptions, QueryError } from '../../src/query/client/index.js';

/** The token of clients in tests. */
const clientToken = 'secret-token';

/** The transports of a client. */
export const ways: readonly (readonly [through: string, options: Partial<QueryClientOptions>])[] = [
  ['the platform', {}],
  ['a dispatcher', { dispatcher: new Agent() }],
  ['fetch', { fetch: globalThis.fetch }],
];

/** A client without retries by default. */
export function createClient(baseUrl: string, options: Partial<QueryClientOptions> = {}): QueryClient {
  return new QueryClient({ baseUrl, token: clientToken, timeoutMs: 5_000, retries: 0, ...options });
}

/** The error that a call must reject with, which holds no token. */
export async function fail(call: Promise<unknown>): Promise<QueryError> {
  const error: unknown = await call.then(
    (value) => new Error(`expected a rejection, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QueryError);
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(clientToken);
  return error as QueryError;
}

/** All pages. */
export async function collect(pages: AsyncGenerator): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

/** The pages before an error, and the error, which must come. */
export async function collectUntilError(
  pages: AsyncGenerator,
): Promise<{ readonly pages: unknown[]; readonly error: QueryError }> {
  const before: unknown[] = [];
  const collectPages = async () => {
    for await (const page of pages) before.push(page);
  };
  const error = await fail(collectPages());
  return { pages: before, error };
}
