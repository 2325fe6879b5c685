import type { RouteParams } from '../../client/params.js';
import { type Parameter, type Route, routes } from '../../client/routes.js';

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
export function checkLimits({ topics, denom, keyword }: RouteParams): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  const topicCount = typeof topics === 'string' ? topics.split(',').length : 0;
  if (topicCount > maxTopics) errors.set('topics', `expected at most ${maxTopics} topics, got ${topicCount}`);
  if (typeof denom === 'string' && !new RegExp(denomPattern).test(denom))
    errors.set('denom', 'expected a letter, then 1 to 127 letters, digits or / : . _ -');
  if (typeof keyword === 'string' && keyword.includes('\0'))
    errors.set('keyword', 'expected a text without the character 0');
  return errors;
}
