import { formatKiB } from '../../model/amount.js';
import type { FailureData } from '../../model/failure.js';
import type { RuleSet } from '../../model/rule.js';
import { kinds } from '../kinds.generated.js';

export type NetData = Pick<FailureData, Extract<keyof FailureData, `net/${string}`>> & {
  'net/offline': { failure: string };
};

const seconds = (ms: number) => `${ms / 1_000} s`;

/** How to fix what makes connect(2) fail on this machine, by its code. */
const localFixes: Readonly<Record<string, string>> = {
  EACCES: 'let the firewall of this machine pass the connection',
  EPERM: 'let the firewall of this machine pass the connection',
  ENETDOWN: 'bring up the network interface of this machine',
};

export const netRules: RuleSet<NetData> = {
  'net/dns-not-found': {
    severity: 'error',
    summary: 'the host name does not exist',
    explanation:
      'The name servers say that it does not exist or has no address: a typing error, a retired node, or a missing DNS ' +
      'record. If this machine has only one name server, 1.1.1.1 is asked too, unless `--allow-private` or ' +
      '`--proxy` is set.',
    sample: { host: 'grpc.example.com', code: 'ENOTFOUND' },
    message: ({ host, code, isUnconfirmed }) => {
      const why = isUnconfirmed === true ? ' (no second name server could be asked)' : '';
      return `the name ${host} ${code === 'ENODATA' ? 'has no address' : 'does not exist'}${why}`;
    },
    hint: ({ host }) =>
      `check the spelling; the operator of ${host} must publish an A or AAAA record. If the endpoint no longer exists, remove the entry`,
  },
  'net/dns-failed': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'the host name could not be resolved from here',
    explanation:
      'The name servers did not answer, failed, or answered what only this machine gets: 0.0.0.0 for a blocked name ' +
      '(Pi-hole, AdGuard), or only IPv6 addresses made from IPv4 ones (DNS64, RFC 6147).',
    sample: { host: 'grpc.example.com', code: 'ESERVFAIL' },
    message: ({ host, code }) => `the name ${host} could not be resolved: ${describeDnsFailure(code)}`,
    hint: () => 'run the check again; if the failure persists, check the DNS settings of this machine',
  },
  'net/offline': {
    severity: 'notice',
    inconclusive: true,
    summary: 'this machine cannot reach the internet',
    explanation:
      'Endpoints failed at their names or on the way, so the run checked this machine: it has no route, or cannot ' +
      'resolve even names that always exist.',
    sample: { failure: 'no-names' },
    message: ({ failure }) =>
      failure === 'no-route'
        ? 'this machine has no route to the internet, so no endpoint could be judged'
        : 'the name servers of this machine resolve no name at all, so no endpoint could be judged',
    hint: () => 'run the check from a machine with access to the internet',
  },
  'net/blocked-address': {
    severity: 'error',
    summary: 'the host is not a public address',
    explanation:
      'Loopback, private, link-local, shared and reserved addresses, and IPv6 addresses that embed an IPv4 address, are ' +
      'never connected to: a pull request could make the checking machine talk to its own network. A name is refused if ' +
      'one of its addresses is not public; what DNS64 (RFC 6147) adds to public ones is left out. No file can set ' +
      '`--allow-private`.',
    sample: { host: 'grpc.example.com', address: '10.0.0.1', range: 'private' },
    message: ({ host, address, range }) =>
      host === address
        ? `${address} is not a public address (${range})`
        : `${host} resolves to ${address}, which is not a public address (${range})`,
    hint: (_, writeOption) => {
      const option = writeOption('allowPrivate', true);
      return `list the public address of the node${option === '' ? '' : `; to check a local node, use ${option}`}`;
    },
  },
  'net/too-many-addresses': {
    severity: 'error',
    summary: 'the host name has more than 64 addresses',
    explanation: 'None of them is connected to, since a name could lead to thousands.',
    sample: { host: 'grpc.example.com', count: 200, limit: 64 },
    message: ({ host, count, limit }) => `the name ${host} has ${count} addresses, more than ${limit}`,
    hint: () => 'publish the addresses of a few load balancers in their place',
  },
  'net/refused': {
    severity: 'error',
    summary: 'nothing listens at the address',
    explanation:
      'The server is down or bound to localhost. By default, Cosmos SDK 0.47 and later bind gRPC to `localhost:9090` ' +
      '(set `grpc.address = "0.0.0.0:9090"` in `app.toml`), and geth binds JSON-RPC to localhost (set `--http.addr`). ' +
      'Or put a proxy before the node.',
    sample: { address: '192.0.43.8:443' },
    message: ({ address }) => `nothing listens at ${address}: the connection was refused`,
    hint: ({ kind }) => {
      const how = kind === undefined ? undefined : kinds[kind].bindHint;
      return `start the server and bind it to a public address${how === undefined ? '' : ` ${how}`}; check the port`;
    },
  },
  'net/unreachable': {
    severity: 'error',
    transient: true,
    summary: 'there is no route to the address',
    explanation:
      'The network says so, or a firewall refused the connection. If others can be reached from here, the fault is at ' +
      'the endpoint.',
    sample: { address: '192.0.43.8:443', code: 'EHOSTUNREACH' },
    message: ({ address, code }) => `${address} cannot be reached (${code || 'no error code'})`,
    hint: () => 'check the address and the firewall of the node',
  },
  'net/local-limit': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'this machine could not make the check',
    explanation:
      'This process has no socket, port or memory left: EMFILE is its limit of open files (`ulimit -n`), ENFILE that of ' +
      "the machine; with EADDRNOTAVAIL all local ports are in use. EACCES and EPERM are a rule of the machine's " +
      'firewall, with ENETDOWN its network is down. Or the process was stopped for a large part of two probes, since ' +
      'the machine was busy or asleep.',
    sample: { address: '192.0.43.8:443', code: 'EMFILE' },
    message: ({ address, code, stalledMs }) =>
      stalledMs === undefined
        ? `this machine could not open a connection to ${address} (${code})`
        : `this process stood still for ${(stalledMs / 1_000).toFixed(1)} s while it probed ${address}, so that the probe failed (${code})`,
    hint: ({ code, stalledMs }, writeOption) => {
      const lower = `lower ${writeOption('concurrency')}`;
      if (stalledMs !== undefined) return `run the check again on a machine that is less busy, or ${lower}`;
      const isFull = code === 'EADDRNOTAVAIL' || code === 'EADDRINUSE';
      return (
        localFixes[code] ??
        `${isFull ? 'wait until ports are free' : 'raise the limit with ulimit -n'}, or ${lower}`
      );
    },
  },
  'net/ipv6-only': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the host has only IPv6 addresses, and there is no IPv6 here',
    explanation: 'Hosted CI machines have no IPv6, and many users have none either.',
    sample: { address: '[2001:db8::1]:443' },
    message: ({ address }) => `only reachable over IPv6 (${address}), which this machine does not have`,
    hint: () => 'publish an A record too, or check from a machine with IPv6',
  },
  'net/connect-timeout': {
    severity: 'error',
    transient: true,
    summary: 'no connection was established in time',
    explanation:
      'Usually a firewall drops the packets, or the machine is gone. If only the TLS handshake gets no answer, the ' +
      'process behind the port hangs, or speaks another protocol and waits for the client.',
    sample: { address: '192.0.43.8:443', phase: 'connect', limitMs: 5_000 },
    message: ({ address, phase, limitMs }) =>
      phase === 'tls'
        ? `${address} accepted the connection but did not answer the TLS handshake within ${seconds(limitMs)}`
        : `${address} did not answer within ${seconds(limitMs)}`,
    hint: ({ phase }) =>
      phase === 'tls'
        ? 'check what listens on the port, and whether it speaks TLS'
        : 'open the port in the firewall, or remove the entry if the node is gone',
  },
  'net/response-timeout': {
    severity: 'error',
    transient: true,
    summary: 'the endpoint accepted the connection but did not answer in time',
    explanation: 'The whole answer did not arrive within the budget of the entry, which `--timeout` sets.',
    sample: { address: '192.0.43.8:443', limitMs: 20_000 },
    message: ({ address, limitMs, call }) =>
      call === undefined
        ? `${address} accepted the connection but did not answer within ${seconds(limitMs)}`
        : `${address} did not answer ${call} within ${seconds(limitMs)}, though it answered other calls`,
    hint: ({ call }) =>
      call === undefined
        ? 'the server hangs or is overloaded: check its load, or restart it'
        : `check why the node does not answer ${call}, and that the proxy passes it on`,
  },
  'net/reset': {
    severity: 'error',
    transient: true,
    summary: 'the connection was closed early',
    explanation: 'Usually a server restarts, a proxy has no backend, or a firewall inspects the traffic.',
    sample: { address: '192.0.43.8:443', phase: 'answer' },
    message: ({ address, phase }) => {
      const when = {
        connect: 'while connecting',
        tls: 'during the TLS handshake',
        answer: 'before the answer was complete',
      };
      return `${address} closed the connection ${when[phase]}`;
    },
    hint: () => 'check the log of the server and of the proxy in front of it',
  },
  'net/rate-limited': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'the endpoint limits the rate of requests',
    explanation:
      'It answered HTTP 429 or an error in the known wording of a provider, refused HTTP/2 streams (HAProxy does so too ' +
      'if the node does not answer in time), or answered some calls, but not all, with HTTP 503 or UNAVAILABLE, as ' +
      '`limit_req` of nginx does.',
    sample: { detail: 'HTTP 429', retryAfterMs: null },
    message: ({ detail }) => `the endpoint limits the rate of requests (${detail})`,
    hint: () => 'run the check again later; whoever runs the endpoint may raise its limit',
  },
  'net/proxy-failed': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'the proxy of this machine did not let the check through',
    explanation:
      "The environment's proxy (`--proxy`) could not be reached, answered in place of the endpoint, or refused to " +
      'connect to it.',
    sample: { proxy: 'proxy.example.com:3128', detail: 'HTTP 407' },
    message: ({ proxy, detail }) => `the proxy ${proxy} did not connect to the endpoint (${detail})`,
    hint: (_, writeOption) =>
      `check the proxy of this machine, or run the check without ${writeOption('proxy')}`,
  },
  'net/response-too-large': {
    severity: 'error',
    summary: 'the answer is too large',
    explanation: 'No correct answer to a check comes near the limit.',
    sample: { limitBytes: 1_048_576 },
    message: ({ limitBytes }) => `the answer is larger than ${formatKiB(limitBytes)}`,
    hint: () => 'check the url: another service seems to answer there',
  },
};

function describeDnsFailure(code: string): string {
  if (code === '0.0.0.0' || code === '::') {
    return `the name server or hosts file of this machine answered ${code}, as one that blocks names does`;
  }
  return code.includes(':')
    ? `the name server answered only ${code}, an address for networks without IPv4 (DNS64)`
    : `the name server failed (${code})`;
}
