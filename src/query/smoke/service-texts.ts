import type { WriteOption } from '../../model/write-option.js';
import type { Finding } from '../../model/finding.js';

/** How hints name options, and where the token comes from. */
export interface OptionNames {
  readonly writeOption: WriteOption;
  readonly tokenSource: string;
}

/** Hints to the operator of a query service, for rules whose usual hints are about the nodes and lists of a registry. */
const hints: Readonly<Record<string, string | ((names: OptionNames) => string)>> = {
  'net/dns-not-found': 'check the host of the base url',
  'net/too-many-addresses': 'publish a few addresses for the host of the base url',
  'net/refused': 'start the service, and check the host and port of the base url',
  'net/unreachable': 'check the host of the base url and the firewall of the service',
  'net/ipv6-only': 'run the test from a machine with IPv6',
  'net/local-limit':
    'run the test on a machine that is less busy, raise its limit of open files with ulimit -n, or let its firewall pass the connection',
  'net/connect-timeout': 'check the host and port of the base url and the firewall of the service',
  'query/token-refused': ({ tokenSource }) =>
    `set the right token with ${tokenSource}, or ask the operator of the service for one`,
  'net/response-timeout': ({ writeOption }) =>
    `check the load and the log of the service; ${writeOption('timeout')} gives it more time`,
  'net/reset': 'check the log of the service and of the proxy before it',
  'net/rate-limited': 'run the test again later, or raise the limit of the token',
  'net/response-too-large': 'check which server is at the base url',
  'tls/not-tls': 'check the port of the base url, and serve TLS there',
  'tls/wrong-host': 'use a certificate that names the host of the base url',
  'tls/no-h2': 'let the service negotiate HTTP/1.1',
  'http/status': 'check the log of the service',
  'http/redirect': 'use the final url as base url: the token is sent to no other',
  'http/challenged': 'exempt the service from bot protection, or run the test from another network',
  'http/auth-required': 'check the proxy before the service: it asks for credentials of its own',
  'http/payment-required': 'check the proxy before the service: it asks for payment',
  'http/upstream-down': 'start the service, and check where the proxy before it passes requests to',
  'http/not-http': 'check the port of the base url: another service listens there',
};

/** A service that explains a 502, 503 or 504 runs: its nodes have failed, or, if a proxy explains it, its instances. */
const explainedHint = 'check the log of the service, and the endpoints that its registry has for the network';

/** A finding of the smoke test in the words of a query service: its answer, and the fix for its operator. */
export function toServiceFinding(finding: Finding, names: OptionNames): Finding {
  const { rule, message, hint, data } = finding;
  const { status, detail } = data;
  const answered = typeof status === 'number' && ['http/status', 'http/upstream-down'].includes(rule);
  const text = hints[rule] ?? hint;
  const serviceHint = typeof text === 'function' ? text(names) : text;
  const explained = answered && typeof detail === 'string';
  return {
    ...finding,
    message: answered ? `the service answered HTTP ${status}${explained ? `: ${detail}` : ''}` : message,
    hint: explained && rule === 'http/upstream-down' ? explainedHint : serviceHint,
  };
}
