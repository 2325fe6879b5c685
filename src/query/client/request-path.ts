import type { Route } from './routes.js';

/** Parameters of a route by the client's names; undefined is the same as absent. */
export type RouteParams = Readonly<Record<string, unknown>>;

/** The path and query of a request (RFC 3986), below the base url. The parameters must be valid. */
export function createRequestPath(route: Route, params: RouteParams): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(String(params[name])));
  const query = route.parameters
    .filter((parameter) => parameter.in === 'query' && params[parameter.name] !== undefined)
    .map(({ name, wire }) => `${wire}=${encodeValue(params[name])}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** One segment of a path. A dot alone is encoded too, since `.` and `..` are removed from paths (RFC 3986 section 5.2.4). */
function encodeSegment(segment: string): string {
  return isDots(segment) ? segment.replaceAll('.', '%2E') : encodeURIComponent(segment);
}

/** Whether it is a segment that fetch removes from a url, even if it is encoded (WHATWG URL Standard). */
export function isDots(segment: unknown): boolean {
  return segment === '.' || segment === '..';
}

/** A value of the query; a list is joined with commas, which need no encoding there (RFC 3986 section 3.4). */
function encodeValue(value: unknown): string {
  // The WHATWG URL Standard encodes an apostrophe in a query, encodeURIComponent does not.
  return encodeURIComponent(String(value)).replaceAll('%2C', ',').replaceAll("'", '%27');
}
