import { createHash } from 'node:crypto';
import { isJsonObject } from '../model/json.js';
import type { JsonAnswer, QueryCaller } from './caller.js';
import type { RouteParams } from './request-path.js';
import { findRoute, type RouteName } from './routes.js';

/**
 * The records of an answer whose shape is unspecified: the answer itself where it is an array, else the only field that is one; null
 * where there is none, or more than one.
 */
export function findRecords(body: unknown): readonly unknown[] | null {
  const fields: readonly unknown[] = Array.isArray(body)
    ? [body]
    : isJsonObject(body)
      ? Object.values(body)
      : [];
  const lists = fields.filter((field): field is unknown[] => Array.isArray(field));
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** The pages of a route. Ends after a short page, and before one that the service repeats. Throws a QueryError as a call does. */
export async function* callPages(
  caller: QueryCaller,
  name: RouteName,
  params: RouteParams,
  signal: AbortSignal | undefined,
): AsyncGenerator<JsonAnswer, void, undefined> {
  const { paging } = findRoute(name);
  if (paging === null) throw new Error(`${name} has no pages`);
  const pageSize = Number(params[paging.size] ?? paging.defaultSize);
  let position = Number(params[paging.position] ?? (paging.by === 'pages' ? 1 : 0));
  // A service that ignores the position would repeat its pages for ever, even where it numbers them.
  const seen = new Set<string>();
  for (;;) {
    const answer = await caller.call(name, { ...params, [paging.position]: position }, signal);
    const records = findRecords(answer.value);
    const digest = createHash('sha256').update(JSON.stringify(records)).digest('base64');
    if (seen.has(digest)) return;
    yield answer;
    // Nothing follows a short page, nor one whose records are not recognised.
    if (records === null || records.length < pageSize) return;
    seen.add(digest);
    position += paging.by === 'pages' ? 1 : pageSize;
  }
}
