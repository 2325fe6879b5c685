import { createSecureServer } from 'node:http2';
import { text } from 'node:stream/consumers';
import { answerCall, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { answerStatus as answerWebStatus, formatFrame } from '../../src/sandbox/grpc-web-node.js';
import { answerGatewayError } from '../../src/sandbox/rest-node.js';
import { listen, listenHttp } from '../../src/sandbox/server.js';
import { answerJson, type WebAnswer } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type Terms } from './fault.js';
import { node, restKind, restService, rpcKind } from './get-kinds.js';
import { row as grpc } from './grpc-answers.js';
import { row as grpcWeb } from './grpc-web-answers.js';
import { startWeb } from './other-kinds.js';
import { answerStatus } from './raw-node.js';
import { at as atPath, cometWebSockets, evmWebSockets, page, type WebSocketKind } from './websockets.js';

type Kind = Exclude<Fault['kind'], 'peer'>;

/** A server that answers every request alike. */
export const overHttp =
  ({ status = 200, headers = {}, body = '' }: WebAnswer): Fault['start'] =>
  async ({ serve }) => {
    const handle: Parameters<typeof listenHttp>[1] = async (request, response) => {
      await text(request);
      response.writeHead(status, headers).end(body);
    };
    return `http://localhost:${await serve(listenHttp(undefined, handle))}`;
  };

/** The same to a gRPC client, over HTTP/2 and HTTP/1.1. */
const overHttp2 =
  ({ status = 200, headers = {}, body = '' }: WebAnswer): Fault['start'] =>
  async ({ authority, serve }) => {
    const server = createSecureServer(
      { ...(await authority.issue()), allowHTTP1: true },
      (request, response) => {
        request.resume();
        response.writeHead(status, headers).end(body);
      },
    );
    return `localhost:${await serve(listen(server))}`;
  };

const inPlaceOf =
  ({ path, start }: WebSocketKind) =>
  ({ status = 200, headers = {}, body = '' }: WebAnswer): Fault['start'] =>
  async ({ serve }) =>
    atPath(path, await serve(start({ path: '/elsewhere', onRequest: page(status, String(body), headers) })));

const servers: Readonly<Record<Kind, (answer: WebAnswer) => Fault['start']>> = {
  grpc: overHttp2,
  evm: overHttp,
  solana: overHttp,
  rpc: overHttp,
  rest: overHttp,
  'grpc-web': overHttp,
  ws: inPlaceOf(cometWebSockets),
  'evm-ws': inPlaceOf(evmWebSockets),
};
const kinds = Object.keys(servers) as Kind[];
const overGet: readonly Kind[] = ['rpc', 'rest'];
const inJson: readonly Kind[] = ['evm', ...overGet];
const overWeb: readonly Kind[] = [...inJson, 'grpc-web'];

/** Rows of kinds whose servers answer every request so. */
function refusals(
  name: string,
  result: string,
  of: readonly Kind[],
  answer: WebAnswer,
  terms: Terms = {},
): readonly Fault[] {
  return of.map((kind) =>
    createRows<{ readonly answer: WebAnswer }>(kind, (server) => servers[kind](server.answer))(name, result, {
      ...terms,
      answer,
    }),
  );
}
const html = { 'content-type': 'text/html; charset=UTF-8' };
const limit = 'inconclusive net/rate-limited';
const limited = (name: string, of: readonly Kind[], answer: WebAnswer) =>
  refusals(`a limit: ${name}`, limit, of, answer);
const rpcError = (code: unknown, message: string, id = -1) =>
  answerJson({ jsonrpc: '2.0', id, error: { code, message } });

/** The wordings of limits of providers and gateways; `src/net/words.ts` has the sources. */
const limitRows: readonly Fault[] = [
  ...limited('Retry-After', overGet, { status: 429, headers: { 'retry-after': '3' }, body: 'slow down' }),
  ...limited('a sentence with HTTP 200', overWeb, { body: 'Too many requests' }),
  ...limited('a message without an envelope', inJson, answerJson({ message: 'API rate limit exceeded' })),
  ...limited('a code without an envelope', inJson, answerJson({ code: 429 })),
  ...[403, 404].flatMap((status) =>
    [rpcKind, restKind].map((kind) =>
      createRows<Terms>(kind.kind, () =>
        node(kind, { answer: ({ path }) => ({ status: path === kind.route ? status : 429 }) }),
      )(`a limit after HTTP ${status}`, limit),
    ),
  ),
  ...limited('a code of JSON-RPC', ['rpc'], rpcError(-32005, 'slow down')),
  ...limited('a message of JSON-RPC', ['rpc'], rpcError(-32000, 'too many requests')),
  ...limited('RESOURCE_EXHAUSTED', ['rest'], answerGatewayError(8, 'slow down', 500)),
  ...limited('a message of the gateway', ['rest'], answerGatewayError(2, 'rate limit exceeded', 500)),
  ...limited('a code in quotes', ['evm'], rpcError('429', 'slow down', 1)),
  ...limited('a daily limit', ['evm'], rpcError(-32000, 'daily limit reached for API key', 1)),
  ...limited(
    'HTTP 402 with a price, once what is free is used up',
    ['evm'],
    answerJson({ x402Version: 1, error: 'Rate limit exceeded', accepts: [] }, 402),
  ),
  ...limited('HTTP 429', ['grpc-web'], { status: 429, headers: { 'retry-after': '0' } }),
  ...limited('status 8', ['grpc-web'], answerWebStatus(8, 'slow down')),
  ...limited('status 8 in the trailers', ['grpc-web'], {
    headers: { 'content-type': 'application/grpc-web+proto', 'grpc-status': '0' },
    body: formatFrame(0x80, 'grpc-status: 8\r\ngrpc-message: slow%20down\r\n'),
  }),
  ...limited('Envoy', ['grpc-web'], answerWebStatus(14, 'local_rate_limited')),
  ...limited('Envoy, by its field', ['grpc-web'], {
    headers: { ...answerWebStatus(14).headers, 'x-envoy-ratelimited': 'true' },
  }),
  ...limited('as a lack of permission', ['grpc-web'], answerWebStatus(7, 'rate limit exceeded for your IP')),
  ...limited('in words', ['grpc-web'], answerWebStatus(2, 'too many requests')),
  ...limited('by a gateway of gRPC', ['grpc-web'], {
    headers: { 'content-type': 'application/grpc', 'grpc-status': '8' },
  }),
  grpcWeb('a limit: HTTP 503 to the info alone', limit, { GetNodeInfo: { status: 503 } }),
  grpc('a limit: Envoy', limit, { all: answerStatus(14, 'local_rate_limited') }),
  grpc('a limit: Envoy, by its field', limit, {
    all: answerStatus(14, '', { 'x-envoy-ratelimited': 'true' }),
  }),
  grpc('a limit: Envoy that is overloaded', limit, {
    all: answerStatus(14, 'envoy overloaded', { 'x-envoy-overloaded': 'true' }),
  }),
  grpc("a limit: nginx's template for gRPC, to one call of several", limit, {
    GetNodeInfo: answerStatus(14, 'unavailable'),
  }),
  grpc('a limit: as a lack of permission', limit, {
    all: answerStatus(7, 'rate limit exceeded for your IP'),
  }),
  grpc('a limit: as a lack of an account', limit, {
    all: answerStatus(16, 'API rate limit exceeded, please sign up'),
  }),
  grpc('a limit: in words', limit, { GetNodeInfo: answerStatus(2, 'too many requests, slow down') }),
  ...[7, 11].map((code) =>
    grpc(`a limit: stream error ${code}`, limit, { all: (stream) => stream.close(code) }),
  ),
];

/** A page of CloudFront, which has one for each reason. */
function cloudFront(reason: string): string {
  return (
    '<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY>\n<H1>403 ERROR</H1>\n<HR noshade size="1px">\n' +
    `${reason}\nWe can't connect to the server for this app or website at this time.\n<PRE>\nGenerated by cloudfront (CloudFront)\n</PRE>`
  );
}

const plain = { 'content-type': 'text/plain' };
const justAMoment = '<title>Just a moment...</title>';
const byField = { ...html, 'cf-mitigated': 'challenge' };
const waf = { ...html, 'x-amzn-waf-action': 'challenge' };
const fromCloudflare = { 'content-type': 'application/json; charset=utf-8', server: 'cloudflare' };
const blocked = cloudFront('Request blocked.');
const byCountry = 'The Amazon CloudFront distribution is configured to block access from your country.';
const akamai =
  "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don't have permission to access " +
  '"http&#58;&#47;&#47;evm&#46;example&#46;com&#47;" on this server.<P>\nReference&#32;&#35;18&#46;16643017&#46;1790268796&#46;e2ef3486\n';
const azure =
  "<div id='message'><h2>The request is blocked.</h2></div><div id='errorref'><span>20260101T152844Z-r1f8b879</span></div>";
const error1009 =
  '{"title":"Error 1009: Access denied","status":403,"error_code":1009,"cloudflare_error":true}';

/** Answers of bot protections to programs and to data centers. */
const challenges: readonly (readonly [name: string, status: number, headers: object, body: string])[] = [
  ['Cloudflare with 403', 403, byField, '<html>'],
  ['Cloudflare with 503', 503, byField, '<html>'],
  ['the page of Cloudflare', 403, html, justAMoment],
  ['error 1009 of Cloudflare', 403, plain, 'error code: 1009'],
  ['error 1009 of Cloudflare in JSON', 403, fromCloudflare, error1009],
  ['AWS WAF with 202', 202, waf, ''],
  ['AWS WAF at a load balancer', 403, { ...html, server: 'awselb/2.0' }, '<html>'],
  ['a page with HTTP 200', 200, html, '<title>Vercel Security Checkpoint</title>'],
  ['CloudFront', 403, html, blocked],
  ['CloudFront, by the country', 403, html, cloudFront(byCountry)],
  ['Akamai', 403, { ...html, server: 'AkamaiGHost' }, akamai],
  ['Azure Front Door', 403, { ...html, 'x-azure-ref': '20260101T152844Z-r1f8b879' }, azure],
];

/** A body and a field of x402 that demand a payment, in versions 1 and 2, whose specifications have these samples. */
const price = {
  x402Version: 1,
  error: 'X-PAYMENT header is required',
  accepts: [{ scheme: 'exact', network: 'base', maxAmountRequired: '10000' }],
};
const priceField = { 'content-type': 'application/json', 'payment-required': 'eyJ4NDAyVmVyc2lvbiI6Mn0=' };

const challenged = (name: string, of: readonly Kind[], answer: WebAnswer) =>
  refusals(`a bot protection: ${name}`, 'inconclusive http/challenged', of, answer);
const demanded = (name: string, answer: WebAnswer) =>
  refusals(`a price ${name}`, 'fail http/payment-required', [...overWeb, 'grpc'], answer);

/** Answers in place of a node that clients were asked about. */
export const refusalFaults: readonly Fault[] = [
  ...limitRows,
  ...challenges.flatMap(([name, status, headers, body]) =>
    challenged(name, inJson, { status, headers: { ...headers }, body }),
  ),
  createRows<Terms>('rest', () =>
    node(restKind, {
      answer: ({ path }) =>
        path === `${restService}node_info` ? { status: 403, headers: byField } : undefined,
    }),
  )('a bot protection of one route', 'pass node-info-unavailable'),
  ...challenged('Cloudflare', ['grpc-web', 'grpc'], { status: 403, headers: byField, body: '<html>' }),
  ...challenged('a page of Cloudflare', ['grpc-web'], { status: 503, headers: html, body: justAMoment }),
  ...challenged('AWS WAF with 202', ['grpc-web'], { status: 202, headers: waf }),
  ...[403, 503].flatMap((status) =>
    challenged(`a page of Cloudflare with HTTP ${status}`, ['grpc'], {
      status,
      headers: html,
      body: justAMoment,
    }),
  ),
  ...challenged('a page of CloudFront', ['grpc'], { status: 403, headers: html, body: blocked }),
  ...demanded('in the body', answerJson(price, 402)),
  ...demanded('in a field', { ...answerJson({}, 402), headers: priceField }),
];

const [down, limits] = ['http/upstream-down', 'net/rate-limited'];
const jsonError = (code: number, message: string) => JSON.stringify({ error: { code, message } });
/** What servers and the proxies before them answer in place of a node of any kind, and what it means. */
const shared: readonly (readonly [name: string, status: number, body: string, rule: string])[] = [
  ['HTTP 401', 401, '<html>', 'http/auth-required'],
  ['HTTP 403', 403, '<html>', 'http/forbidden'],
  ['HTTP 500', 500, '<html>', 'http/status'],
  ...[502, 503, 522].map((status) => [`HTTP ${status}`, status, '<html>', down] as const),
  ...[402, 429].map((status) => [`a limit: HTTP ${status}`, status, '', limits] as const),
  ['a limit: a sentence', 403, 'Too many requests', limits],
  ['a limit: a field', 403, '{"message":"API rate limit exceeded"}', limits],
  ['a limit: the error of JSON-RPC', 400, jsonError(-32005, 'rate limit exceeded'), limits],
  ['a limit: 429 with many values', 429, `[${'0,'.repeat(50_000)}0]`, limits],
  ['HAProxy without a server', 503, '<h1>503</h1>\nNo server is available to handle this request.', down],
  ['a reason of 401', 401, jsonError(1, 'order a dedicated node'), 'http/auth-required'],
  ['a reason of 403', 403, jsonError(1, 'origin is not allowed'), 'http/forbidden'],
];

/** An EVM node behind a proxy that loses upgrades: it answers them with this status, or not at all, and passes a POST on. */
const losesUpgrades = (status: number | null) =>
  startWeb((request, response) => {
    if (request.headers.upgrade === undefined)
      return void text(request).then((body) => response.end(answerCall(body, {})));
    if (status !== null) response.writeHead(status, { via: '1.1 varnish' }).end();
  });

const maintenance = 'node is under maintenance, back soon';

/** The faults of all kinds that no client was asked about. */
export const sharedRefusals: readonly Fault[] = [
  ...shared.flatMap(([name, status, body, rule]) =>
    refusals(`refused: ${name}`, `${rule === limits ? 'inconclusive' : 'fail'} ${rule}`, kinds, {
      status,
      headers: html,
      body,
    }),
  ),
  ...refusals(
    'refused: maintenance with HTTP 200',
    `fail ${down}`,
    kinds,
    answerJson({ status: 'maintenance', message: maintenance }),
    { data: { detail: maintenance }, attempts: [1, 2] },
  ),
  ...[404, 502, null].map((status) =>
    createRows<Terms>(
      'evm-ws',
      () =>
        async ({ serve }) =>
          `ws://localhost:${await serve(losesUpgrades(status)({}))}`,
    )(`refused: a proxy that loses upgrades (${status})`, 'fail upgrade-refused'),
  ),
  createRows<Terms>(
    'evm',
    () =>
      async ({ serve }) =>
        `http://localhost:${await serve(startEvmWebSocket())}`,
  )('refused: a websocket of EVM', 'fail other-kind'),
];
