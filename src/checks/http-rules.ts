import type { FailureData } from '../model/failure.js';
import type { RuleSet } from '../model/rule.js';

/** Data of the rules for HTTP's own statuses, which gRPC and JSON-RPC stand on. */
export type HttpData = Pick<FailureData, Extract<keyof FailureData, `http/${string}`>> & {
  'http/plaintext': Record<never, never>;
};

/** The wording of `http/`. */
export const httpRules: RuleSet<HttpData> = {
  'http/plaintext': {
    severity: 'warning',
    summary: 'the endpoint is plain http',
    explanation:
      'Anyone on the way can read and change what goes over plain http, and pages that were loaded over https cannot call it. Put TLS ' +
      'before the node.',
    message: () => 'the endpoint is plain http, without TLS',
    hint: () => 'serve it over https',
  },
  'http/status': {
    severity: 'error',
    summary: 'the server answered with an HTTP error',
    explanation:
      'The server answered, but not what was asked. For gRPC, 404 means that the proxy does not pass gRPC on ' +
      '(`grpc_pass` is missing in nginx), 415 that a web server answers, and 464 that the target group of an AWS load ' +
      'balancer is not set to gRPC. For EVM, 404 means a wrong path and 405 that the path takes no POST.',
    message: ({ status }) => `the server answered HTTP ${status}`,
    hint: ({ status, request }) => hintForStatus(status, request),
  },
  'http/redirect': {
    severity: 'error',
    summary: 'the url redirects elsewhere',
    explanation:
      'Clients of gRPC and JSON-RPC do not follow redirects: a POST would become a GET. List the final url.',
    message: ({ status, location }) =>
      location === null
        ? `the server redirects (HTTP ${status})`
        : `the server redirects to ${location} (HTTP ${status})`,
    hint: () => 'list the final host and path',
  },
  'http/auth-required': {
    severity: 'error',
    summary: 'the endpoint asks for credentials',
    explanation: 'An entry of a public registry must be usable by everybody, without an account.',
    message: ({ detail }) => `the endpoint asks for credentials (${detail})`,
    hint: () => 'list an endpoint that needs no account, or open this one',
  },
  'http/forbidden': {
    severity: 'error',
    summary: 'access is forbidden',
    explanation:
      'The server, or a protection in front of it, refuses access. A page that asks for a browser or a captcha keeps ' +
      'out programs, which are the users of an endpoint.',
    message: ({ detail }) => `access is forbidden (${detail})`,
    hint: () => 'let programs in: exempt the endpoint from bot protection and address lists',
  },
  'http/upstream-down': {
    severity: 'error',
    transient: true,
    summary: 'the proxy is there, the node behind it is not',
    explanation:
      'The proxy answered that the node behind it is down or did not answer in time. 520 to 530 are what Cloudflare ' +
      'says; for gRPC it must be turned on there.',
    message: ({ detail }) => `the proxy answers, but the node behind it does not (${detail})`,
    hint: () => 'start the node, and check the address that the proxy passes requests to',
  },
  'http/not-http': {
    severity: 'error',
    summary: 'what answers does not speak HTTP',
    explanation: 'The answer is not HTTP. Another service listens on the port.',
    message: ({ code }) => `what answers does not speak HTTP${code === '' ? '' : ` (${code})`}`,
    hint: () => 'check the port: another service listens there',
  },
};

function hintForStatus(status: number, request: string): string {
  if (status === 464) return "set the protocol version of the load balancer's target group to gRPC";
  if (request === 'grpc')
    return 'pass gRPC on to the node (with nginx, grpc_pass grpc://…), or list the port that does';
  if (status === 404) return 'check the path of the url';
  if (status === 405) return 'the path takes no POST: check that it is the JSON-RPC endpoint';
  return 'look at the log of the node and of the proxy in front of it';
}
