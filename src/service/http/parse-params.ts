import type { RouteParams } from '../../query/request-path.js';
import type { Parameter, Route } from '../../query/routes.js';
import { validateParam, lacksAll } from '../../query/validate-params.js';
import type { ParamProblem } from './problem.js';
import { decodePercent, type RequestTarget } from './request-target.js';

/** The arguments of a route by the client's names, defaults filled in, and everything that is wrong with them. */
export interface ParsedParams {
  readonly given: RouteParams;
  readonly errors: readonly ParamProblem[];
}

const notUtf8 = 'it is not percent-encoded UTF-8';
/** Errors that are told; the parameters that the route has are among the first. */
const errorLimit = 100;

/** Reads and checks all arguments of a request whose path is the route's. */
export function parseParams(route: Route, { path, query }: RequestTarget): ParsedParams {
  const texts = readQuery(query);
  const given: Record<string, unknown> = {};
  const errors: ParamProblem[] = [];
  const segments = path.split('/');
  const template = route.path.split('/');
  for (const parameter of route.parameters) {
    const { name, wire } = parameter;
    const values =
      parameter.in === 'path'
        ? [decodePercent(segments[template.indexOf(`{${wire}}`)] ?? '')]
        : (texts.get(wire) ?? []);
    texts.delete(wire);
    const detail = judgeValues(parameter, values);
    if (detail !== null) errors.push({ parameter: wire, detail });
    // One that is wrong was given all the same.
    given[name] = values.length > 0 ? parseValue(parameter, values[0] ?? '') : parameter.default;
  }
  if (lacksAll(route, given)) {
    const wires = route.parameters
      .filter(({ name }) => route.atLeastOne.includes(name))
      .map(({ wire }) => wire);
    const detail = `${wires.join(' or ')} must be given`;
    errors.push(...wires.map((parameter) => ({ parameter, detail })));
  }
  for (const parameter of texts.keys()) {
    errors.push({ parameter: parameter.slice(0, 100), detail: 'the route has no such parameter' });
  }
  return { given, errors: errors.slice(0, errorLimit) };
}

/** The values of each name, in the order of the query; null stands for what cannot be decoded. */
function readQuery(query: string | null): Map<string, (string | null)[]> {
  const values = new Map<string, (string | null)[]>();
  for (const pair of (query ?? '').split('&').filter((text) => text !== '')) {
    const equals = pair.indexOf('=');
    const decode = (text: string) => decodePercent(text.replaceAll('+', '%20'));
    const encodedName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(encodedName) ?? encodedName;
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return values;
}

function judgeValues(parameter: Parameter, values: readonly (string | null)[]): string | null {
  if (values.length > 1) return 'it is given more than once';
  const [value] = values;
  if (value === undefined) return validateParam(parameter, undefined);
  return value === null ? notUtf8 : validateParam(parameter, parseValue(parameter, value));
}

/** Whole numbers in their one form; whatever else is written for one stays a text, and is wrong. */
function parseValue({ type }: Parameter, text: string): unknown {
  return type === 'integer' && /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
}
