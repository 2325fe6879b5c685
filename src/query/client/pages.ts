import { isJsonObject } from '../../model/json.js';
import type { QueryCaller } from './caller.js';
import { QueryError } from './error.js';
import { type RouteParams, validateParam } from './params.js';
import { findRoute } from './routes.js';
import type { RouteName } from './answers.generated.js';

/** Maximum size of a cursor in bytes; servers accept few urls that are longer. */
const maxCursorBytes = 4_096;

/** After so many empty pages in a row, a list that always has a `next` is given up. */
const emptyPages = 10;

export interface Page {
  readonly value: unknown;
  /** Null if the shape of the answer is not recognised. */
  readonly records: readonly unknown[] | null;
  /** The cursor of the page that follows; null at the end, and if the service gives none that can be sent. */
  readonly next: string | null;
}

/** The records of an answer of unspecified shape: itself if it is an array, else the only field that is one; null without such a field. */
export function findRecords(body: unknown): readonly unknown[] | null {
  const fields: readonly unknown[] = Array.isArray(body)
    ? [body]
    : isJsonObject(body)
      ? Object.values(body)
      : [];
  const lists = fields.filter((field): field is unknown[] => Array.isArray(field));
  return lists.length === 1 ? (lists[0] ?? null) : null;
}

/** Where a list continues by its answer: a cursor, or null at the end; undefined if the answer does not tell. */
export function readNext(body: unknown): string | null | undefined {
  const next = isJsonObject(body) ? body['next'] : undefined;
  return typeof next === 'string' || next === null ? next : undefined;
}

/** Why a cursor of a service cannot be sent; null if it can. Does not quote it. */
export function validateNext(next: string): string | null {
  if (next === '') return 'next is an empty string';
  if (new TextEncoder().encode(next).length > maxCursorBytes)
    return `next has more than ${maxCursorBytes} bytes`;
  const isValid = validateParam({ type: 'string', required: true }, next) === null;
  return isValid ? null : 'next has no encoding in UTF-8';
}

/**
 * The pages of a route: by `next` if the service gives it, else by page or records to skip, until a page is empty. Throws a QueryError as a call
 * does; its reason is `incomplete` if the service leaves unknown whether more follows. An answer that repeats an earlier one is not among the pages.
 */
export async function* callPages(
  caller: QueryCaller,
  name: RouteName,
  params: RouteParams,
  signal: AbortSignal | undefined,
): AsyncGenerator<Page, void, undefined> {
  const { paging } = findRoute(name);
  if (paging === null) throw new Error(`${name} has no pages`);
  const start = params[paging.position] ?? (paging.by === 'pages' ? 1 : 0);
  // A service that ignores the position would repeat its pages forever, even if it numbers them.
  const seen = new Set<string>();
  for (let position = start; ;) {
    const request = { ...params, [paging.position]: position };
    const { value } = await caller.call(name, request, signal).catch((error: unknown) => {
      throw position === start ? error : explainMissingPage(error);
    });
    // Only a service that gives `next` knows cursors.
    if (params['cursor'] !== undefined || readNext(value) !== undefined)
      return yield* followNext(value, request, name, async (next) => {
        return (await caller.call(name, next, signal)).value;
      });
    const records = findRecords(value);
    const digest = digestText(JSON.stringify(records));
    if (seen.has(digest)) throw createIncomplete(name, 'the service repeats a page');
    yield { value, records, next: null };
    if (records === null) throw createIncomplete(name, 'the answer has no list that can be recognised');
    if (records.length === 0) return;
    seen.add(digest);
    // A service may give fewer records than requested, or more.
    position = Number(position) + (paging.by === 'pages' ? 1 : records.length);
  }
}

/** The pages from an answer on, by `next`, until it is null. */
async function* followNext(
  first: unknown,
  request: RouteParams,
  name: RouteName,
  call: (request: RouteParams) => Promise<unknown>,
): AsyncGenerator<Page, void, undefined> {
  const { cursor } = request;
  const seen = new Set<string>(typeof cursor === 'string' ? [digestText(cursor)] : []);
  let empty = 0;
  for (let value = first; ;) {
    const next = readNext(value);
    const records = findRecords(value);
    empty = records?.length === 0 ? empty + 1 : 0;
    if (next === undefined) throw createIncomplete(name, 'an answer to a cursor has no next');
    const invalid = next === null ? null : validateNext(next);
    const digest = digestText(next ?? '');
    if (next !== null && seen.has(digest)) throw createIncomplete(name, 'the service repeats a cursor');
    yield { value, records, next: invalid === null ? next : null };
    if (next === null) return;
    if (invalid !== null) throw createIncomplete(name, invalid);
    if (empty === emptyPages) throw createIncomplete(name, `${emptyPages} pages in a row are empty`);
    seen.add(digest);
    value = await call({ ...request, cursor: next });
  }
}

/** A 404 proves no end: services answer it too if a page is beyond what they serve, or if a proxy lost the route. */
function explainMissingPage(error: unknown): unknown {
  if (!(error instanceof QueryError) || error.status !== 404) return error;
  const { route, status, body } = error;
  return createIncomplete(route, 'HTTP 404 after a page that has records', { status, body, cause: error });
}

function createIncomplete(
  route: RouteName,
  detail: string,
  extras: { readonly status?: number; readonly body?: string; readonly cause?: unknown } = {},
): QueryError {
  const message = `the end of the list is not known: ${detail}`;
  return new QueryError(message, { route, reason: 'incomplete', ...extras });
}

/**
 * A digest of 64 bits to compare with: whatever the size of an answer, a page costs the same memory. Two numbers like FNV-1a, since browsers have
 * SHA-256 in secure contexts only; a service that makes two answers collide shortens nothing but its own list.
 */
function digestText(text: string): string {
  let [high, low] = [text.length, 0x811c9dc5];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul((high ^ unit) + (high >>> 15), 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x01000193);
  }
  return `${high} ${low}`;
}
