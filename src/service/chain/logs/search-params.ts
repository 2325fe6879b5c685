import type { RouteParams } from '../../../query/request-path.js';
import type { HandlerContext } from '../../http/handler.js';
import type { EventFilter } from './event-filter.js';
import type { RequestedRange, Sort } from './search-position.js';

/** What both searches have in common. */
export interface SearchParams extends RequestedRange {
  readonly network: string;
  readonly page: number;
  /** Transactions of a page. */
  readonly offset: number;
  readonly sort: Sort;
}

/** What to search for, and for whom. */
export interface EventSearch extends SearchParams, HandlerContext {
  readonly filter: EventFilter;
  /** Whose events; null for all of the filter. */
  readonly account: string | null;
}

/** Reads what both searches have in common from valid params. */
export function readSearchParams(params: RouteParams): SearchParams {
  return {
    network: String(params['network']),
    page: readNumber(params['page']) ?? 1,
    offset: readNumber(params['offset']) ?? 10,
    sort: params['sort'] === 'asc' ? 'asc' : 'desc',
    startBlock: readNumber(params['startBlock']),
    endBlock: readNumber(params['endBlock']),
  };
}

/** Reads a valid address, in lower case; null if it is absent. */
export function readAddress(address: unknown): string | null {
  return typeof address === 'string' ? address.toLowerCase() : null;
}

/** Reads valid topics, an array or a string with commas, in lower case and each once; null if they are absent. */
export function readTopics(topics: unknown): readonly string[] | null {
  if (topics === undefined) return null;
  const list: readonly unknown[] = typeof topics === 'string' ? topics.split(',') : [topics].flat();
  return [...new Set(list.map((topic) => String(topic).toLowerCase()))];
}

function readNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
