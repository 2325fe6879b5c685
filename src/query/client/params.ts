import { describeValue } from '../../model/json.js';
import { suggestNearest } from '../../model/describe-unknown.js';
import { orders, type Parameter, type ParameterType, type Route, tokenTypes } from './route.js';

export interface ParamError {
  /** As `nameOf` spells it. */
  readonly name: string;
  /** Lower case, without the name. */
  readonly detail: string;
}

/** Every error in the parameters of a route: missing, unknown, malformed, out of range, contradictory. `nameOf` spells them, by default as the client. */
export function validateParams(
  route: Route,
  params: RouteParams,
  nameOf: (parameter: Parameter) => string = ({ name }) => name,
): ParamError[] {
  const errors = route.parameters.flatMap((parameter): ParamError[] => {
    const detail = validateParam(parameter, params[parameter.name]);
    return detail === null ? [] : [{ name: nameOf(parameter), detail }];
  });
  for (const name of Object.keys(params)) {
    if (params[name] === undefined || route.parameters.some((parameter) => parameter.name === name)) continue;
    const names = route.parameters.map((parameter) => parameter.name);
    errors.push({ name, detail: `unknown parameter${suggestNearest(name, names)}` });
  }
  const { atLeastOne } = route;
  if (lacksAll(route, params)) {
    const [first = '', ...rest] = route.parameters
      .filter(({ name }) => atLeastOne.includes(name))
      .map(nameOf);
    errors.push({ name: first, detail: `this or ${rest.join(' or ')} is required` });
  }
  const [start, end] = ['startBlock', 'endBlock'].map((name) =>
    route.parameters.find((parameter) => parameter.name === name),
  );
  const { startBlock, endBlock } = params;
  if (start && end && isInteger(startBlock) && isInteger(endBlock) && startBlock > endBlock)
    errors.push({ name: nameOf(start), detail: `${startBlock} is after ${nameOf(end)} ${endBlock}` });
  return errors;
}

export function formatParamError({ name, detail }: ParamError): string {
  return detail === 'is required' ? `${name} ${detail}` : `${name}: ${detail}`;
}

/** True if one of several parameters is required, and all are missing. */
export function lacksAll({ atLeastOne }: Pick<Route, 'atLeastOne'>, params: RouteParams): boolean {
  return atLeastOne.length > 0 && atLeastOne.every((name) => params[name] === undefined);
}

/** The error in the value of a parameter, regardless of other parameters; null if it is valid. */
export function validateParam(
  parameter: Pick<Parameter, 'type' | 'required' | 'minimum' | 'maximum'>,
  value: unknown,
): string | null {
  if (value === undefined) return parameter.required ? 'is required' : null;
  if (parameter.type === 'topics') {
    const topics = listTopics(value);
    const invalid = topics.find((topic) => !isValid.topic(topic));
    if (topics.length > 0 && invalid === undefined) return null;
    return `expected topics of 0x and 64 hexadecimal digits, comma-separated, got ${quote(invalid ?? value)}`;
  }
  if (parameter.type === 'integer') {
    const { minimum = 0, maximum } = parameter;
    if (isInteger(value) && value >= minimum && value <= (maximum ?? value)) return null;
    const range = maximum === undefined ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`;
    return `expected an integer ${range}, got ${quote(value)}`;
  }
  return isValid[parameter.type](value) ? null : `expected ${expected[parameter.type]}, got ${quote(value)}`;
}

const expected: Readonly<Record<Exclude<ParameterType, 'integer' | 'topics'>, string>> = {
  string: 'a non-empty string',
  address: '0x and 40 hexadecimal digits',
  tokenType: `${tokenTypes.slice(0, -1).join(', ')} or ${tokenTypes.at(-1) ?? ''}`,
  order: orders.join(' or '),
};

const isValid = {
  // A lone surrogate has no UTF-8 encoding.
  string: (value: unknown) => typeof value === 'string' && value !== '' && !/\p{Cs}/u.test(value),
  address: (value: unknown) => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value),
  topic: (value: unknown) => typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value),
  tokenType: (value: unknown) => tokenTypes.some((type) => type === value),
  order: (value: unknown) => orders.some((each) => each === value),
};

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function listTopics(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(',') : [value];
}

function quote(value: unknown): string {
  const text =
    typeof value === 'string' || Array.isArray(value) ? JSON.stringify(value) : describeValue(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

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
