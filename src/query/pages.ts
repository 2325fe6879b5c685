import { createHash } from 'node:crypto';
import { isJsonObject } from '../model/json.js';
import type { JsonAnswer, QueryCaller } from './caller.js';
import type { RouteParams } from './request-path.js';
import { findRoute, type RouteName } from './routes.js';

/**
 * The records of an answer whose shape is unspecified: the answer itself where it is an array, else its only field that is one. Null
 * where there is not one.
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

/** The parts of a route that pages, as the caller gives them. */
export async function* callPages(
  caller: QueryCaller,
  name: RouteName,
  given: RouteParams,
  signal: AbortSignal | undefined,
): AsyncGenerator<JsonAnswer, void, undefined> {
  const { paging } = findRoute(name);
  if (paging === null) throw new Error(`${name} has no pages`);
  const size = Number(given[paging.size] ?? paging.defaultSize);
  let position = Number(given[paging.position] ?? (paging.by === 'pages' ? 1 : 0));
  // A service that ignores the position gives the same parts for ever, be it that it numbers them.
  const seen = new Set<string>();
  for (;;) {
    const answer = await caller.call(name, { ...given, [paging.position]: position }, signal);
    const records = findRecords(answer.value);
    const digest = createHash('sha256').update(JSON.stringify(records)).digest('base64');
    if (seen.has(digest)) return;
    yield answer;
    // Nothing follows a short part, nor one whose records cannot be told.
    if (records === null || records.length < size) return;
    seen.add(digest);
    position += paging.by === 'pages' ? 1 : size;
  }
}
