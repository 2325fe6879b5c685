import type { FailureData } from '../model/failure.js';
import type { RuleBook } from '../model/rule.js';

/** Data of the rules that hold for every kind of endpoint; the first three families are what the network's doors say. */
export type TransportData = Omit<FailureData, `grpc/${string}`> & {
  'tls/certificate-expiring': { validTo: string; days: number };
  'tls/no-alpn': Record<never, never>;
};

const seconds = (ms: number) => `${ms / 1_000} s`;

/** The wording of `net/`, `tls/` and `http/`. */
export const transportRules: RuleBook<TransportData> = {
  'net/dns-not-found': {
    severity: 'error',
    summary: 'the host name does not exist',
    explanation:
      'The name servers say that the name does not exist, or that it has no address. Nothing can be dialled. ' +
      'The usual causes are a typing error, a node that was retired, and a DNS record that was never made.',
    message: ({ host, code }) =>
      code === 'ENODATA' ? `the name ${host} has no address` : `the name ${host} does not exist`,
    hint: ({ host }) =>
      `check the spelling; whoever runs ${host} must publish an A or AAAA record, or the entry goes`,
  },
  'net/dns-failed': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'the host name could not be resolved from here',
    explanation:
      'The name servers did not answer, or answered that they failed. That says nothing about the endpoint, so the ' +
      'verdict is inconclusive. Run the check again, or from another machine.',
    message: ({ host, code }) => `the name ${host} could not be resolved: the name server failed (${code})`,
    hint: () => 'run the check again; if it stays so, look at the DNS of the machine that checks',
  },
  'net/blocked-address': {
    severity: 'error',
    summary: 'the host is not a public address',
    explanation:
      'A public endpoint needs a public unicast address. Loopback, private, link-local, shared and reserved addresses, ' +
      'and IPv6 addresses that embed an IPv4 address, are never dialled: a pull request could otherwise make the ' +
      'machine that checks talk to its own network. A name is refused as soon as one of its addresses is not public. ' +
      'To try a node on your own machine, use `--allow-private`; no file can set it.',
    message: ({ host, address, range }) =>
      host === address
        ? `${address} is not a public address (${range})`
        : `${host} resolves to ${address}, which is not a public address (${range})`,
    hint: () => 'give the public address of the node; to try a local one, use --allow-private',
  },
  'net/refused': {
    severity: 'error',
    summary: 'nothing listens at the address',
    explanation:
      'The machine answered that nothing listens on the port. A Cosmos SDK node of version 0.47 or later binds gRPC ' +
      'to `localhost:9090` by default: set `grpc.address = "0.0.0.0:9090"` in `app.toml`, or put a proxy in front.',
    message: ({ address }) => `nothing listens at ${address}: the connection was refused`,
    hint: () =>
      'start the node and bind it to a public address (Cosmos SDK 0.47+ binds gRPC to localhost by default); check the port',
  },
  'net/unreachable': {
    severity: 'error',
    transient: true,
    summary: 'there is no route to the address',
    explanation:
      'The network said that the address cannot be reached, or a firewall refused the connection. If other endpoints ' +
      'can be reached from the same machine, the fault is at the endpoint.',
    message: ({ address, code }) => `${address} cannot be reached (${code || 'no reason given'})`,
    hint: () => 'check the address and the firewall of the node',
  },
  'net/ipv6-only': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the host has only IPv6 addresses, and there is no IPv6 here',
    explanation:
      'The machine that checks has no IPv6 (hosted CI machines have none), so nothing can be said about the endpoint. ' +
      'Many users are in the same place: an A record beside the AAAA record lets everybody in.',
    message: ({ address }) => `only reachable over IPv6 (${address}), which this machine does not have`,
    hint: () => 'publish an A record too, or check from a machine with IPv6',
  },
  'net/connect-timeout': {
    severity: 'error',
    transient: true,
    summary: 'no connection came about in time',
    explanation:
      'The address did not answer within the time for connecting. Most often a firewall drops the packets, or the ' +
      'machine is gone. Where TCP connects but the TLS handshake gets no answer, the process behind the port hangs, ' +
      'or speaks another protocol and waits for the client.',
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
    explanation:
      'The connection stood, the request was sent, and the whole answer did not arrive within the budget of the entry. ' +
      'The node hangs or is overloaded. `--timeout` gives it longer.',
    message: ({ address, limitMs }) =>
      `${address} accepted the connection but did not answer within ${seconds(limitMs)}`,
    hint: () => 'the node behind the endpoint hangs or is overloaded: restart it or look at its load',
  },
  'net/reset': {
    severity: 'error',
    transient: true,
    summary: 'the connection was closed in the middle',
    explanation:
      'The endpoint, or something in front of it, closed the connection before the answer was complete. A node that ' +
      'restarts, a proxy without a backend, or a firewall that looks into the traffic does so.',
    message: ({ address, phase }) => {
      const when = {
        connect: 'while connecting',
        tls: 'during the TLS handshake',
        answer: 'before the answer was complete',
      };
      return `${address} closed the connection ${when[phase]}`;
    },
    hint: () => 'look at the log of the node and of the proxy in front of it',
  },
  'net/rate-limited': {
    severity: 'notice',
    inconclusive: true,
    transient: true,
    summary: 'the endpoint limits the rate of requests',
    explanation:
      'The endpoint answered that it got too many requests. Whether it works cannot be said from here, so the verdict is ' +
      'inconclusive. A public endpoint should take the two or three requests of a check.',
    message: ({ said }) => `the endpoint limits the rate of requests (${said})`,
    hint: () => 'run the check again later; whoever runs the endpoint may raise its limit',
  },
  'net/response-too-large': {
    severity: 'error',
    summary: 'the answer is larger than any right answer',
    explanation: 'Reading stopped at the limit. No right answer to the requests of the check comes near it.',
    message: ({ limitBytes }) => `the answer is larger than ${limitBytes / 1_024} KiB`,
    hint: () => 'this is not the service that it should be: check what answers at the url',
  },

  'tls/not-tls': {
    severity: 'error',
    summary: 'the port does not speak TLS',
    explanation:
      'What came back is not TLS. Port 443 and https urls are always spoken to with TLS. A gRPC endpoint in plaintext ' +
      'may be listed with another port.',
    message: ({ address }) => `${address} does not speak TLS`,
    hint: () => 'put TLS on the port (a proxy in front of the node), or list the port that has it',
  },
  'tls/certificate-expired': {
    severity: 'error',
    summary: 'the certificate has expired',
    explanation:
      'Clients refuse an expired certificate. If the renewal is automatic, look at why it failed; if the certificate ' +
      'itself is new, the server sends an intermediate certificate that has expired.',
    message: ({ validTo, leaf }) =>
      leaf
        ? `the certificate expired on ${validTo}`
        : 'a certificate that the server sends along has expired',
    hint: ({ leaf }) =>
      leaf ? 'renew the certificate' : 'install the current chain of the certificate authority',
  },
  'tls/certificate-not-yet-valid': {
    severity: 'error',
    summary: 'the certificate is not valid yet',
    explanation:
      'The certificate begins in the future. Either it was made so, or the clock of the machine that made it is wrong.',
    message: ({ validFrom }) => `the certificate is valid from ${validFrom} only`,
    hint: () => 'make a certificate that is valid now; check the clock of the server',
  },
  'tls/certificate-expiring': {
    severity: 'warning',
    summary: 'the certificate expires within 14 days',
    explanation:
      'Automatic renewals happen about 30 days before the end; less than 14 days left means that one failed.',
    message: ({ validTo, days }) => `the certificate expires ${formatDays(days)}, on ${validTo}`,
    hint: () => 'look at why the certificate was not renewed',
  },
  'tls/self-signed': {
    severity: 'error',
    summary: 'the certificate is self-signed',
    explanation:
      'Nobody vouches for a self-signed certificate, so clients refuse it. Certificates of a public authority are free.',
    message: ({ subject }) => `the certificate is self-signed (${subject})`,
    hint: () => "use a certificate of a public authority (Let's Encrypt and others are free)",
  },
  'tls/untrusted': {
    severity: 'error',
    summary: 'the certificate does not lead to a trusted authority',
    explanation:
      'Usually the server sends its own certificate alone: the intermediate certificate is missing. Browsers hide that ' +
      'fault, other clients do not. With nginx, `ssl_certificate` must name the full chain. Or the authority is private.',
    message: ({ issuer, code }) => `the certificate of issuer ${issuer} is not trusted (${code})`,
    hint: () => 'serve the full chain (with nginx, ssl_certificate fullchain.pem), from a public authority',
  },
  'tls/wrong-host': {
    severity: 'error',
    summary: 'the certificate is for another host',
    explanation:
      'The certificate does not name the host of the url. The server may hold several certificates and choose the wrong ' +
      'one, or the url should use another name.',
    message: ({ host, names }) => `the certificate is not for ${host}, but for ${listSome(names)}`,
    hint: ({ host }) => `use a certificate that names ${host}, or list the name that it has`,
  },
  'tls/old-version': {
    severity: 'error',
    summary: 'the server offers no current version of TLS',
    explanation: 'TLS 1.1 and older are no longer spoken by clients (RFC 8996).',
    message: () => 'the server speaks neither TLS 1.2 nor TLS 1.3',
    hint: () => 'turn on TLS 1.2 and 1.3 (with nginx, ssl_protocols TLSv1.2 TLSv1.3)',
  },
  'tls/no-h2': {
    severity: 'error',
    summary: 'the server does not offer HTTP/2',
    explanation:
      'gRPC runs on HTTP/2. The server refused to speak it when asked in the TLS handshake (ALPN, RFC 7301). ' +
      'With nginx, `http2` is missing in the `listen` line of the server.',
    message: () => 'the server does not offer HTTP/2, which gRPC needs',
    hint: () => 'turn HTTP/2 on (with nginx, listen 443 ssl http2, or http2 on)',
  },
  'tls/no-alpn': {
    severity: 'warning',
    summary: 'the server ignores ALPN',
    explanation:
      'The server speaks HTTP/2 but does not say so in the TLS handshake. Clients built with grpc-go 1.67 or later ' +
      'refuse such a server.',
    message: () => 'the server speaks HTTP/2 but does not say so in the TLS handshake (ALPN)',
    hint: () => 'turn ALPN on: grpc-go clients since 1.67 refuse the endpoint without it',
  },
  'tls/handshake-failed': {
    severity: 'error',
    summary: 'the TLS handshake failed',
    explanation:
      'The server broke the TLS handshake off. The code is what OpenSSL says of it. A server that knows no such name, ' +
      'asks for a client certificate, or has no certificate at all does so.',
    message: ({ code }) => `the TLS handshake failed (${code})`,
    hint: () => 'look at the log of the server; check that it has a certificate for this name',
  },

  'http/status': {
    severity: 'error',
    summary: 'the server answered with an HTTP error',
    explanation:
      'The server answered, but not what was asked. For gRPC, 404 means that the proxy does not pass gRPC on ' +
      '(`grpc_pass` is missing in nginx), 415 that a web server answers, and 464 that the target group of an AWS load ' +
      'balancer is not set to gRPC. For EVM, 404 means a wrong path and 405 that the path takes no POST.',
    message: ({ status }) => `the server answered HTTP ${status}`,
    hint: ({ status, asked }) => hintForStatus(status, asked),
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
    message: ({ said }) => `the endpoint asks for credentials (${said})`,
    hint: () => 'list an endpoint that needs no account, or open this one',
  },
  'http/forbidden': {
    severity: 'error',
    summary: 'access is forbidden',
    explanation:
      'The server, or a protection in front of it, refuses access. A page that asks for a browser or a captcha keeps ' +
      'out programs, which are the users of an endpoint.',
    message: ({ said }) => `access is forbidden (${said})`,
    hint: () => 'let programs in: exempt the endpoint from bot protection and address lists',
  },
  'http/upstream-down': {
    severity: 'error',
    transient: true,
    summary: 'the proxy is there, the node behind it is not',
    explanation:
      'The proxy answered that the node behind it is down or did not answer in time. 520 to 530 are what Cloudflare ' +
      'says; for gRPC it must be turned on there.',
    message: ({ said }) => `the proxy answers, but the node behind it does not (${said})`,
    hint: () => 'start the node, and check the address that the proxy passes requests to',
  },
  'http/not-http': {
    severity: 'error',
    summary: 'what answers does not speak HTTP',
    explanation: 'The answer is not HTTP. Another service listens on the port.',
    message: ({ code }) => `what answers does not speak HTTP (${code})`,
    hint: () => 'check the port: another service listens there',
  },
};

function formatDays(days: number): string {
  if (days < 1) return 'in less than a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

function listSome(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function hintForStatus(status: number, asked: string): string {
  if (status === 464) return "set the protocol version of the load balancer's target group to gRPC";
  if (asked === 'grpc')
    return 'pass gRPC on to the node (with nginx, grpc_pass grpc://…), or list the port that does';
  if (status === 404) return 'check the path of the url';
  if (status === 405) return 'the path takes no POST: check that it is the JSON-RPC endpoint';
  return 'look at the log of the node and of the proxy in front of it';
}
