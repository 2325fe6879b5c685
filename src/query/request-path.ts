import { orders, type Parameter, type Route, tokenTypes } from './routes.js';

/** Arguments of a route by the client's names; undefined is not given. */
export type RouteParams = Readonly<Record<string, unknown>>;

/** What to ask for, below the base url; or every sentence that says what is wrong with the arguments. */
export type RequestPath =
  | { readonly path: string; readonly errors: readonly [] }
  | { readonly path: null; readonly errors: readonly string[] };

/** Checks the arguments of a route, all of them, and makes the path and query to ask for (RFC 3986). */
export function createRequestPath(route: Route, given: RouteParams): RequestPath {
  const errors = [
    ...route.parameters.flatMap((parameter) => {
      const wrong = validateParam(parameter, given[parameter.name]);
      return wrong === null ? [] : [`${parameter.name}: ${wrong}`];
    }),
    ...Object.keys(given)
      .filter((name) => given[name] !== undefined && route.parameters.every((known) => known.name !== name))
      .map((name) => `${name}: the route has no such parameter`),
  ];
  if (lacksAll(route, given)) errors.push(`${route.atLeastOne.join(' or ')} must be given`);
  if (errors.length > 0) return { path: null, errors };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(String(given[name])));
  const query = new URLSearchParams(
    route.parameters
      .filter((parameter) => parameter.in === 'query' && given[parameter.name] !== undefined)
      .map(({ name, wire }): [string, string] => [wire, formatArgument(given[name])]),
  ).toString();
  return { path: query === '' ? path : `${path}?${query}`, errors: [] };
}

/** One segment of a path. A dot alone is encoded too, since `.` and `..` are taken out of paths (RFC 3986 section 5.2.4). */
function encodeSegment(text: string): string {
  return /^\.\.?$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text);
}

function formatArgument(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** True where at least one of several parameters must be given, and none is. */
export function lacksAll({ atLeastOne }: Route, given: RouteParams): boolean {
  return atLeastOne.length > 0 && atLeastOne.every((name) => given[name] === undefined);
}

/** What is wrong with the argument of a parameter; null where nothing is. */
export function validateParam(
  { type, required, minimum, maximum }: Parameter,
  value: unknown,
): string | null {
  if (value === undefined) return required ? 'it must be given' : null;
  const wrong = (expected: string) => `${describeValue(value)} is not ${expected}`;
  switch (type) {
    case 'text':
      return isText(value) ? null : wrong('a text');
    case 'hex':
      return isHex(value) ? null : wrong('0x and hexadecimal digits');
    case 'hexes':
      return listHexes(value).every(isHex) ? null : wrong('a list of 0x and hexadecimal digits');
    case 'tokenType':
      return tokenTypes.some((known) => known === value) ? null : wrong(`one of ${tokenTypes.join(', ')}`);
    case 'order':
      return orders.some((known) => known === value) ? null : wrong(`one of ${orders.join(', ')}`);
    case 'integer': {
      const [least, most] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER];
      return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
        ? null
        : wrong(
            maximum === undefined
              ? `a whole number from ${least}`
              : `a whole number from ${least} to ${most}`,
          );
    }
  }
}

/** An empty list asks for nothing, and is wrong as a whole. */
function listHexes(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.length > 0 ? value : [''];
  return typeof value === 'string' ? value.split(',') : [value];
}

/** A lone surrogate has no encoding. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/\p{Cs}/u.test(value);
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^0x[\da-f]+$/i.test(value);
}

function describeValue(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
