import { lacksAll, type RouteParams, validateParams } from '../../client/params.js';
import type { Parameter, Route } from '../../client/route.js';
import { routes } from '../../client/routes.js';
import { bindRequest, parseCursor, type Position } from './cursor.js';
import type { ParamProblem } from './service-problem.js';
import { decodePercent, parseQuery, type RequestTarget } from '../../../http-server/request.js';

/** The params of a route by the client's names, with defaults, and every error in them. */
export interface ParsedParams {
  readonly params: RouteParams;
  /** The place of the cursor; null without one. */
  readonly position: Position | null;
  readonly errors: readonly ParamProblem[];
}

/** Maximum number of errors in an answer; those of the route's parameters come first. */
const errorLimit = 100;

/** Parses and validates all params of a request whose path matches the route, and a cursor that was signed with the key. Names every error. */
export function parseParams(route: Route, { path, query }: RequestTarget, cursorKey: Buffer): ParsedParams {
  const sent = parseQuery(query);
  const params: Record<string, unknown> = {};
  const errors = new Map<string, string>();
  const addError = (name: string, detail: string) => {
    if (!errors.has(name)) errors.set(name, detail);
  };
  const segments = path.split('/');
  const template = route.path.split('/');
  for (const parameter of route.parameters) {
    const { name, wire } = parameter;
    const values =
      parameter.in === 'path'
        ? [decodePercent(segments[template.indexOf(`{${wire}}`)] ?? '')]
        : (sent.get(wire) ?? []);
    sent.delete(wire);
    if (values.length > 1) addError(wire, 'is repeated');
    if (values.includes(null)) addError(wire, 'expected percent-encoded UTF-8');
    const [value] = values;
    // A value that cannot be decoded is malformed, not missing.
    params[name] = value === undefined ? parameter.default : parseValue(parameter, value ?? '');
  }
  if (lacksAll(route, params)) {
    const alternatives = route.parameters.filter(({ name }) => route.atLeastOne.includes(name));
    const wires = alternatives.map(({ wire }) => wire);
    for (const wire of wires) addError(wire, `${wires.join(' or ')} is required`);
  }
  for (const { name, detail } of validateParams(route, params, ({ wire }) => wire)) addError(name, detail);
  const limitErrors = checkLimits(params);
  for (const { name, wire } of route.parameters) {
    const detail = limitErrors.get(name);
    if (detail !== undefined) addError(wire, detail);
  }
  for (const name of sent.keys()) addError(name, 'unknown parameter');
  const cursor = typeof params['cursor'] === 'string' ? parseCursor(cursorKey, params['cursor']) : null;
  if (params['cursor'] !== undefined && cursor === null)
    addError('cursor', 'is not a cursor of this service');
  // Whether it belongs to this request is known only if the other params are valid.
  if (errors.size === 0 && cursor !== null && cursor.binding !== bindRequest(route, params))
    addError(
      'cursor',
      'belongs to another request: send it with the params of the answer that it comes from',
    );
  const listed = [...errors].slice(0, errorLimit);
  return {
    params,
    position: cursor?.position ?? null,
    errors: listed.map(([name, detail]) => ({ parameter: name.slice(0, 100), detail })),
  };
}

/** Integers in canonical form; any other spelling stays a string, and is invalid. */
function parseValue({ type }: Parameter, value: string): unknown {
  return type === 'integer' && /^(0|[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
}

/** Topics of one search: about the limit of nodes. */
const maxTopics = 100;
/** The default form of a denom: `reDnmString` in types/coin.go of the Cosmos SDK. */
const denomPattern = '^[a-zA-Z][a-zA-Z0-9/:._-]{1,127}$';
/** No address has the character 0, which Postgres cannot hold, and at which functions of SQLite end. */
const keywordPattern = '^[^\\u0000]+$';

/** The routes of the query API with the limits of this service. */
export const serviceRoutes: readonly Route[] = routes.map((route) => ({
  ...route,
  parameters: route.parameters.map((parameter) => limitParameter(route, parameter)),
}));

function limitParameter({ paging }: Route, parameter: Parameter): Parameter {
  if (parameter.name === 'sort') return { ...parameter, type: 'order' };
  if (paging?.by === 'pages' && parameter.name === paging.size) return { ...parameter, maximum: 1_000 };
  return parameter;
}

/**
 * Limits of this service that the table of routes cannot express, in JSON Schema, by the client's names of the parameters: for the description of the API.
 * @public
 */
export const paramLimits: Readonly<Record<string, object>> = {
  topics: { maxItems: maxTopics },
  denom: { pattern: denomPattern },
  keyword: { pattern: keywordPattern },
};

/** The errors of valid params beyond the table of routes, by the client's names. */
function checkLimits({ topics, denom, keyword }: RouteParams): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  const topicCount = typeof topics === 'string' ? topics.split(',').length : 0;
  if (topicCount > maxTopics) errors.set('topics', `expected at most ${maxTopics} topics, got ${topicCount}`);
  if (typeof denom === 'string' && !new RegExp(denomPattern).test(denom))
    errors.set('denom', 'expected a letter, then 1 to 127 letters, digits or / : . _ -');
  if (typeof keyword === 'string' && keyword.includes('\0'))
    errors.set('keyword', 'expected a text without the character 0');
  return errors;
}
