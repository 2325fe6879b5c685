import type { FailureData } from '../../model/failure.js';
import type { RuleSet } from '../../model/rule.js';
import { isTransientRefusal } from '../../net/refusal.js';
import type { KindFacts } from '../check.js';
import { kinds } from '../kinds.generated.js';

export type HttpData = Pick<FailureData, Extract<keyof FailureData, `http/${string}`>> & {
  'http/plaintext': Record<never, never>;
  'http/no-cors': { reason: string };
};

export const httpRules: RuleSet<HttpData> = {
  'http/plaintext': {
    severity: 'warning',
    summary: 'the endpoint has no TLS',
    explanation: 'Anyone on the way can read and change what is sent. Pages loaded over https cannot use it.',
    sample: {},
    message: () => 'the endpoint is plain http or ws, without TLS',
    hint: () => 'serve it over https, or a websocket over wss',
  },
  'http/no-cors': {
    severity: 'notice',
    summary: 'web pages of other origins cannot use the endpoint',
    explanation:
      'Browsers let a page use it only if its answers allow that (CORS, ' +
      'https://fetch.spec.whatwg.org/#http-cors-protocol): set `cors_allowed_origins` in `config.toml` (CometBFT RPC), ' +
      '`enabled-unsafe-cors` in `app.toml` (REST API), or options such as `--http.corsdomain` and `--ws.origins` (EVM). ' +
      'For gRPC-web, the proxy must: a node with `enabled-unsafe-cors` refuses `x-grpc-web`. Checked only with `--cors`.',
    sample: { reason: 'the answer has no access-control-allow-origin' },
    message: ({ reason }) => `web pages of other origins cannot use the endpoint: ${reason}`,
    hint: ({ reason }) =>
      reason.includes('upgrade')
        ? 'let the node accept websockets from all origins (geth: --ws.origins, Cosmos SDK: ws-origins in app.toml)'
        : 'let the node or the proxy in front of it answer with access-control-allow-origin: *',
  },
  'http/status': {
    severity: 'error',
    isTransient: ({ status }) => isTransientRefusal({ http: status }),
    summary: 'the server answered with an HTTP error',
    explanation:
      'For gRPC, 404 means that the proxy does not pass gRPC on (nginx lacks `grpc_pass`), 415 that a web server ' +
      'answers, and 464 that the target group of an AWS load balancer is not set to gRPC. For other kinds, 404 means a ' +
      'wrong path, 405 a path without POST (EVM) or GET (RPC, REST). 400 often means an http url with the port of https.',
    sample: { status: 404, request: 'evm' },
    message: ({ status, request, wantsTls, detail }) => {
      if (request === 'grpc' && status < 300)
        return `the server answered HTTP ${status} without a gRPC status`;
      const words = detail === undefined ? '' : `, "${detail}"`;
      return `the server answered HTTP ${status}${wantsTls === true ? ': the port expects TLS' : words}`;
    },
    hint: ({ status, request, wantsTls }) => {
      if (wantsTls !== true) return hintForStatus(status, request);
      return facts[request]?.isWebSocket === true
        ? 'write wss in place of ws'
        : 'write https in place of http';
    },
  },
  'http/redirect': {
    severity: 'error',
    milder: { severity: 'warning', applies: ({ followed }) => followed !== undefined },
    summary: 'the url redirects elsewhere',
    explanation:
      'gRPC and websocket clients follow none, and after 301 to 303 a POST of JSON-RPC becomes a GET (RFC 9110 section ' +
      '15.4). The check follows one, with a warning: 307 and 308 to any public host, and that of a GET to the same ' +
      'host, but none from https to http or with credentials. It is a warning too if only a POST to a CometBFT RPC is ' +
      'redirected, from `/rpc` to `/rpc/`: CosmJS and others then fail.',
    sample: { status: 301, location: 'https://new.example.com/' },
    message: ({ status, location, method }) => {
      const action =
        method === undefined ? 'the server redirects' : `the server redirects a ${method} of this url`;
      return location === null ? `${action} (HTTP ${status})` : `${action} to ${location} (HTTP ${status})`;
    },
    hint: ({ followed }) => (followed == null ? 'list the final host and path' : `list ${followed}`),
  },
  'http/auth-required': {
    severity: 'error',
    summary: 'the endpoint requires credentials',
    explanation: 'A public entry must work for everybody, without an account.',
    sample: { detail: 'HTTP 401' },
    message: ({ detail }) => `the endpoint requires credentials (${detail})`,
    hint: () => 'list an endpoint that needs no account, or open this one',
  },
  'http/payment-required': {
    severity: 'error',
    summary: 'the endpoint wants to be paid for each request',
    explanation:
      'It answers HTTP 402 with a price (https://www.x402.org or the like), which clients of chains do not pay. Without ' +
      'a price, HTTP 402 is a limit: a plan is used up.',
    sample: { detail: 'HTTP 402' },
    message: ({ detail }) => `the endpoint wants to be paid for each request (${detail})`,
    hint: () => 'list an endpoint that needs no payment, or open this one',
  },
  'http/forbidden': {
    severity: 'error',
    summary: 'access is forbidden',
    explanation:
      'The answer names no bot protection. geth answers 403 for a host name that is not in `--http.vhosts`: add it ' +
      'there, or let the proxy send `Host: localhost`.',
    sample: { detail: 'HTTP 403' },
    message: ({ detail }) => `access is forbidden (${detail})`,
    hint: ({ detail, kind }) => {
      if (detail.includes('"invalid host specified"')) return 'add the host name to --http.vhosts of geth';
      return /[":]/.test(detail)
        ? 'open the endpoint to everybody, or remove the entry: it says why it refuses'
        : `${kind === 'grpc' ? 'turn gRPC on in the CDN (Cloudflare: Network, gRPC), or ' : ''}exempt the endpoint from address lists and firewalls, so that programs can use it`;
    },
  },
  'http/challenged': {
    severity: 'notice',
    inconclusive: true,
    summary: 'a bot protection refused this machine',
    explanation:
      'It refused the address of this machine, or wants a browser. Data centers, such as those of hosted CI, are ' +
      'refused first, but many users are there too.',
    sample: { detail: 'Cloudflare, HTTP 403' },
    message: ({ detail }) => `refused from this machine by a bot protection (${detail})`,
    hint: () => 'exempt the endpoint from bot protection, or run the check from another network',
  },
  'http/upstream-down': {
    severity: 'error',
    transient: true,
    summary: 'the proxy answers, but the server behind it does not',
    explanation:
      'It is down or too slow. 520 to 530 are statuses of Cloudflare, where gRPC must be turned on.',
    sample: { detail: 'HTTP 502' },
    message: ({ detail }) => `the proxy answers, but the server behind it does not (${detail})`,
    hint: ({ kind }) =>
      'start the server behind the proxy, and check the address that the proxy passes requests to' +
      (kind === 'grpc'
        ? ', by HTTP/2 with TLS only if the node has it (nginx: grpc_pass grpc://, Caddy: h2c://, HAProxy: proto h2)'
        : ''),
  },
  'http/not-http': {
    severity: 'error',
    summary: 'the server does not speak HTTP, or its answer is malformed',
    explanation:
      'The port is that of another service. Or the answer is HTTP that clients in Node.js refuse, such as a header ' +
      'field continued on the next line, though curl and browsers may read it.',
    sample: { code: 'HPE_INVALID_CONSTANT' },
    message: ({ code, malformed }) => {
      if (malformed !== undefined) return `the HTTP/1.1 answer is malformed: ${malformed}`;
      return `not an HTTP/1.1 server${code === '' ? '' : ` (${code})`}`;
    },
    hint: ({ malformed }) =>
      malformed === undefined
        ? 'check the port: another service listens there'
        : 'correct what the server or its proxy sends, such as a header field that continues on the next line',
  },
};

export const getStatusHints = {
  405: 'check the path of the url, and let GET requests through the proxy: it does not accept them',
} as const;

/** By kind, and for a query service. */
const facts: Readonly<Partial<Record<string, KindFacts>>> = kinds;

function hintForStatus(status: number, request: string): string {
  if (request === 'grpc' && status < 300)
    return 'let the proxy pass gRPC on, with its trailers (nginx: grpc_pass)';
  if (status === 464) return "set the protocol version of the load balancer's target group to gRPC";
  const { statusHints } = facts[request] ?? {};
  const hint = statusHints?.[status] ?? statusHints?.['all'];
  if (hint !== undefined) return hint;
  if (status === 404) return 'check the path of the url';
  if (status === 405) return 'check that the path is the JSON-RPC endpoint: it does not accept POST';
  return 'check the log of the server and of the proxy in front of it';
}
