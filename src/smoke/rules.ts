import type { RuleSet } from '../model/rule.js';

/** Data of the rules for a query service. */
export type SmokeData = {
  'query/token-refused': { status: number };
  'query/token-not-checked': { status: number; token: string };
  'query/not-json': { contentType: string; begins: string };
  'query/nothing-there': { route: string };
  'query/not-asked': { route: string; needs: string };
  'query/wrong-base-url': { versioned: boolean };
  'query/unknown-network': { network: string };
};

/** The wording of `query/`. */
export const smokeRules: RuleSet<SmokeData> = {
  'query/token-refused': {
    severity: 'error',
    summary: 'the query service refuses the token',
    explanation:
      'Every route of the query API takes the token that the caller supplies as `Authorization: Bearer …`. The service answered that ' +
      'this one is not valid, or may not be used for the route.',
    message: ({ status }) => `the service refuses the token (HTTP ${status})`,
    hint: () =>
      'check ENDPOINT_CHECK_TOKEN, or the file of --token-file; ask whoever runs the service for a token',
  },
  'query/token-not-checked': {
    severity: 'error',
    summary: 'the query service answers without a valid token',
    explanation:
      'A call without a token, or with one that nobody was given, must be refused with 401. Otherwise the token protects nothing, and who ' +
      'calls cannot be told apart.',
    message: ({ status, token }) =>
      `a call with ${token} token is not refused: the service answered HTTP ${status}`,
    hint: () => 'let the service answer 401 to calls without a valid bearer token, on every route',
  },
  'query/not-json': {
    severity: 'error',
    summary: 'the query service answers something else than JSON',
    explanation:
      'The status said that all is well, but the body is not JSON, or only the beginning of it. A web page comes from a server that sends its ' +
      'start page for every path: the base url leads elsewhere. JSON that ends early was cut off on the way.',
    message: ({ contentType, begins }) => `the answer is not JSON but ${contentType}: ${begins}`,
    hint: () => 'check the base url; if it is right, look at what stands in front of the service',
  },
  'query/nothing-there': {
    severity: 'notice',
    summary: 'the route exists and has nothing',
    explanation:
      'The service answered 404: it has nothing of what was asked for. The route itself may well be in order.',
    message: ({ route }) => `${route}: there is nothing (HTTP 404)`,
    hint: () =>
      'nothing is to be done where the network has no such tokens; else look at what the service reads',
  },
  'query/not-asked': {
    severity: 'notice',
    summary: 'there was nothing to ask a route with',
    explanation:
      'The arguments of later routes are taken from the answers of earlier ones. Where no answer had them, `--sample <file.json>` gives ' +
      'them: an object with any of `symbol`, `denom`, `erc20`, `cw20`, `address`, `topics`, or one such object for each network.',
    message: ({ route, needs }) => `${route} was not asked: no answer so far had ${needs}`,
    hint: () => 'give it in a file with --sample',
  },
  'query/wrong-base-url': {
    severity: 'error',
    summary: 'no route exists at the base url',
    explanation:
      'Every route answered 404, so the base url leads elsewhere, or the service knows none of the networks. Every path of the query API begins with `/v1`, which is not part of the ' +
      'base url.',
    message: ({ versioned }) =>
      versioned
        ? 'every route answered 404, and the base url ends in /v1, which the routes begin with themselves'
        : 'every route answered 404: the base url leads elsewhere, or the service knows none of the networks',
    hint: ({ versioned }) =>
      versioned
        ? 'take /v1 off the base url'
        : 'check the host and the path of the base url, without /v1, and the names of the networks',
  },
  'query/unknown-network': {
    severity: 'warning',
    summary: 'the query service has nothing of a network',
    explanation:
      'Every route that was asked for the network answered 404, while others answered for other networks: its name is misspelled, or the ' +
      'service has no list for it.',
    message: ({ network }) => `every route answered 404 for ${network}`,
    hint: ({ network }) => `check the name ${network}; networks are called as the folders in chain/ are`,
  },
};
