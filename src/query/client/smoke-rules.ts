import type { RuleSet } from '../../model/rule.js';

/** Data of the rules for a query service; `token` tells which token a call had. */
export type SmokeData = {
  'query/token-refused': { status: number };
  'query/token-not-checked': { status: number; token: 'no' | 'made-up' };
  'query/token-check-unproved': { status: number; token: 'no' | 'made-up' };
  'query/token-check-failed': { failure: string; token: 'no' | 'made-up' };
  'query/not-json': { contentType: string; begins: string };
  'query/not-ready': { retryAfterMs: number; detail: string | null };
  'query/no-database': { route: string };
  'query/nothing-there': { route: string; isItem: boolean; detail: string | null };
  'query/next-not-answered': { failure: string };
  'query/not-asked': { route: string; needs: string };
  'query/wrong-base-url': { versioned: boolean };
  'query/unknown-network': { network: string; detail: string | null; nearest: string | null };
};

const calls = { no: 'a call without a token', 'made-up': 'a call with a made-up token' } as const;

export const smokeRules: RuleSet<SmokeData> = {
  'query/token-refused': {
    severity: 'error',
    summary: 'the query service refuses the token',
    explanation: 'It is sent as `Authorization: Bearer …`, but is not valid, or not for this route.',
    sample: { status: 401 },
    message: ({ status }) => `the service refuses the token (HTTP ${status})`,
    hint: () => 'check the token; if it is the right one, ask the operator of the service for another',
  },
  'query/token-not-checked': {
    severity: 'error',
    summary: 'the query service answers without a valid token',
    explanation:
      'Every route is also called without a token and with a made-up one: both must be refused with HTTP 401 or 403, or ' +
      'the token protects nothing. Any other status is this error too if the call with the token is answered: something ' +
      'else was judged before the token.',
    sample: { status: 200, token: 'no' },
    message: ({ status, token }) =>
      `${calls[token]} is not refused: expected HTTP 401 or 403, got HTTP ${status}`,
    hint: () => 'answer 401 to calls without a valid bearer token, on every route and before anything else',
  },
  'query/token-check-unproved': {
    severity: 'notice',
    summary: 'a route refused something else before the token',
    explanation:
      'A route without known parameters is called with made-up ones, and no valid token. A service that checks the ' +
      'token first answers HTTP 401 or 403; this error may be about the parameters.',
    sample: { status: 404, token: 'made-up' },
    message: ({ status, token }) =>
      `${calls[token]} got HTTP ${status}, which does not show whether the token is checked`,
    hint: () =>
      'provide the parameters of the route to endpoint-check smoke with --sample; check the token before the parameters',
  },
  'query/token-check-failed': {
    severity: 'notice',
    inconclusive: true,
    summary: 'a call without a valid token got no answer',
    explanation: 'Only HTTP 401 or 403 proves that the service refuses it.',
    sample: { failure: 'net/reset', token: 'no' },
    message: ({ failure, token }) => `${calls[token]} got no answer (${failure})`,
    hint: ({ failure }) => `run the test again; "endpoint-check explain ${failure}" says what happened`,
  },
  'query/not-json': {
    severity: 'error',
    summary: 'the query service answers with something other than JSON',
    explanation: 'The body is not JSON, or was cut off. A web page means a wrong base url.',
    sample: { contentType: 'text/html', begins: '<html>' },
    message: ({ contentType, begins }) => `expected JSON, got ${contentType}: ${begins}`,
    hint: () => 'check the base url; if it is right, check the proxies before the service',
  },
  'query/not-ready': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'the query service asks to come back later',
    explanation:
      'It answered HTTP 503 with `Retry-After`: it is overloaded, or still prepares the answer, such as all holders.',
    sample: { retryAfterMs: 5_000, detail: null },
    message: ({ retryAfterMs, detail }) =>
      `the service asks to come back in ${Math.ceil(retryAfterMs / 1_000)} s (HTTP 503${detail === null ? '' : `: ${detail}`})`,
    hint: () => 'run the test again later',
  },
  'query/no-database': {
    severity: 'error',
    summary: 'the query service runs without a database',
    explanation: 'With `--no-database` it answers only the routes over the files of its registry.',
    sample: { route: 'holders' },
    message: ({ route }) => `${route} is not served: the service runs without a database`,
    hint: () =>
      'start endpoint-check serve without --no-database; before Node 22.13, install @photostructure/sqlite beside it first',
  },
  'query/nothing-there': {
    severity: 'error',
    milder: { severity: 'notice', applies: ({ isItem }) => isItem },
    summary: 'the service has nothing at the route',
    explanation:
      'It answered 404, so clients cannot tell a missing list from a wrong url. For one item it is only a notice.',
    sample: { route: 'assets', isItem: false, detail: null },
    message: ({ route, detail }) =>
      `${route}: nothing found (HTTP 404${detail === null ? '' : `: ${detail}`})`,
    hint: ({ isItem }) =>
      isItem
        ? 'ignore it if the network has no such item; else check the data of the service'
        : 'answer 200 with an empty list if the network has none; else check the data of the service',
  },
  'query/next-not-answered': {
    severity: 'error',
    summary: 'the page after `next` is not answered',
    explanation: 'The same request with `next` as its `cursor` must be answered with 2xx and JSON too.',
    sample: { failure: 'HTTP 400: not a cursor of this service' },
    message: ({ failure }) => `the page after next is not answered: ${failure}`,
    hint: () => 'accept every next as the cursor of the same request, on every instance and after a restart',
  },
  'query/not-asked': {
    severity: 'notice',
    summary: 'the parameters of a route are not known',
    explanation:
      'They come from the answers of earlier routes, or from `--sample <file.json>`: an object with any of `symbol`, ' +
      '`denom`, `erc20`, `cw20`, `address`, `topics`, or one for each network. Without them, the route is only called ' +
      'without a valid token.',
    sample: { route: 'asset', needs: 'a symbol' },
    message: ({ route, needs }) => `${route} was not called: no earlier answer has ${needs}`,
    hint: () => 'provide it in a file to endpoint-check smoke with --sample',
  },
  'query/wrong-base-url': {
    severity: 'error',
    summary: 'no route exists at the base url',
    explanation:
      'Every route answered 404 without a reason: the url is wrong, or the service knows none of the networks. `/v1` ' +
      'begins every path, so it is no part of the base url.',
    sample: { versioned: true },
    message: ({ versioned }) =>
      versioned
        ? 'every route answered 404, and the base url ends in /v1, with which every route begins'
        : 'every route answered 404: the base url is wrong, or the service knows none of the networks',
    hint: ({ versioned }) =>
      versioned
        ? 'remove /v1 from the base url'
        : 'check the host and path of the base url (without /v1) and the names of the networks',
  },
  'query/unknown-network': {
    severity: 'error',
    summary: 'the query service does not know a network',
    explanation:
      'Every route answered 404: the name is misspelled, or there is no data. Its routes are skipped.',
    sample: { network: 'kavaa', detail: null, nearest: 'kava' },
    message: ({ network, detail, nearest }) => {
      const answer =
        detail === null
          ? `every route answered 404 for ${network}`
          : `${network}: the service answered HTTP 404: ${detail}`;
      const near = `did you mean ${nearest ?? ''}?`;
      // The service may have suggested it already.
      return nearest === null || detail?.includes(near) === true ? answer : `${answer}: ${near}`;
    },
    hint: ({ network, nearest }) =>
      nearest === null ? `check the name ${network}: use a directory name under chain/` : `test ${nearest}`,
  },
};
