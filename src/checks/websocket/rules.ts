import type { WebSocketKind } from '../../model/endpoint-kind.generated.js';
import { type OtherKindFailureData, type WebSocketFailureData, rulesInFamily } from '../../model/failure.js';
import type { InFamily, RuleSet } from '../../model/rule.js';
import { badEnvelope, keyRequired, nonstandardAnswer, rpcError } from '../json/rules.js';
import { isTransientRefusal, type NodeErrorData } from '../../net/refusal.js';
import { createOtherKindRule } from '../rules/other-kind.js';

/** Data of the rules for answers over a websocket, by the name after the kind. */
export type WebSocketAnswerData = {
  'not-json': { begins: string };
  'bad-envelope': { reason: string };
  'rpc-error': NodeErrorData['rpc-error'];
  'method-missing': { call: string };
  'key-required': { detail: string };
  'malformed-response': { call: string; reason: string };
  'nonstandard-answer': { reason: string };
  /** `code` is null if the server knows no such method. */
  'no-subscription': { code: number | null; detail: string };
};

/** Data of the rules that every endpoint that is a websocket can break. */
export type WebSocketData<Family extends WebSocketKind> = InFamily<
  Family,
  WebSocketFailureData & WebSocketAnswerData & OtherKindFailureData
>;

/** What the texts of the kinds have in common, but word differently. */
export interface WebSocketTexts {
  readonly name: string;
  /** Where nodes serve it, as a hint. */
  readonly whereServed: string;
  /** Why else a method may be missing, as a hint. */
  readonly missing?: string;
  /** A method that it must have. */
  readonly method: string;
  /** How to let the node answer subscriptions, as a hint. */
  readonly subscribeHint: string;
}

/** Close codes of a server that stops or restarts (RFC 6455 section 7.4.1, and 1012 and 1014 of its registry at IANA). */
const transientCloses: readonly number[] = [1001, 1011, 1012, 1014];

export function createWebSocketRules<Family extends WebSocketKind>(
  family: Family,
  { name, whereServed, missing, method, subscribeHint }: WebSocketTexts,
): RuleSet<WebSocketData<Family>> {
  const texts: RuleSet<WebSocketFailureData & WebSocketAnswerData & OtherKindFailureData> = {
    'upgrade-refused': {
      severity: 'error',
      summary: 'the server does not upgrade the connection to a websocket',
      explanation:
        'It did not answer with HTTP 101 (RFC 6455 section 4.2.2): the path is wrong, or a proxy does not pass upgrades ' +
        'on. nginx needs `proxy_http_version 1.1`, `proxy_set_header Upgrade $http_upgrade` and `proxy_set_header ' +
        'Connection "upgrade"`. Envoy answers HTTP 403 without `upgrade_configs` with `upgrade_type: websocket`.',
      sample: { status: 404, suggestion: null },
      message: ({ status, suggestion }) =>
        'the server does not upgrade the connection to a websocket: ' +
        (status === null ? 'it answers by POST, but passes no upgrade' : `it answered HTTP ${status}`) +
        (suggestion === null ? '' : ', but it does so at another path'),
      hint: ({ suggestion }) =>
        suggestion === null
          ? `check the path, and let the proxy pass the upgrade on; ${whereServed}`
          : `list ${suggestion}`,
    },
    'bad-handshake': {
      severity: 'error',
      summary: 'the server upgrades the connection wrongly',
      explanation:
        'It answered HTTP 101, but without the right `Sec-WebSocket-Accept`, or with a subprotocol or extension that was ' +
        'not offered (RFC 6455 section 4.2.2). Clients must close the connection. Usually a proxy answers from a cache or ' +
        'changes header fields.',
      sample: { reason: 'invalid Sec-WebSocket-Accept header' },
      message: ({ reason }) => `the server upgrades the connection wrongly: ${reason}`,
      hint: () => 'check the proxy in front of the node: it must pass the header fields of the upgrade on',
    },
    'bad-frames': {
      severity: 'error',
      summary: 'what the server sends over the websocket cannot be read',
      explanation:
        'It sent frames that RFC 6455 section 5 forbids, such as masked ones or text that is not UTF-8, binary messages, ' +
        'or far more messages than requested.',
      sample: { reason: 'MASK must be clear' },
      message: ({ reason }) => `what the server sends over the websocket cannot be read: ${reason}`,
      hint: () => 'check what listens on the port, and the proxy in front of it',
    },
    closed: {
      severity: 'error',
      isTransient: ({ code }) => transientCloses.includes(code),
      summary: 'the server closed the websocket',
      explanation:
        'It sent a close frame (RFC 6455 section 7.4) before its answer; its code and reason say why.',
      sample: { code: 1008, reason: 'no' },
      message: ({ code, reason }) =>
        `the server closed the websocket ${code === 1005 ? 'without a code' : `with code ${code}`}` +
        (reason === '' ? '' : `, "${reason}"`),
      hint: () => 'check the log of the node and of the proxy in front of it',
    },
    'not-json': {
      severity: 'error',
      summary: 'the answer is not JSON',
      explanation: 'The websocket is open, but what it sends is not of a node.',
      sample: { begins: '<html>' },
      message: ({ begins }) =>
        begins === ''
          ? 'expected JSON, got an empty message'
          : `expected JSON, got a message that begins with "${begins}"`,
      hint: () => `check the host and the path of the url; ${whereServed}`,
    },
    'bad-envelope': { ...badEnvelope, hint: () => `check the host and the path of the url; ${whereServed}` },
    'rpc-error': {
      ...rpcError,
      sample: { call: method, code: -32603, detail: 'Internal error' },
      hint: ({ call }) => `check the log of the node; it must answer ${call}`,
    },
    'method-missing': {
      severity: 'error',
      summary: 'the endpoint does not have a required method',
      explanation: 'It speaks JSON-RPC, but every node of its kind has this method.',
      sample: { call: method },
      message: ({ call }) => `the endpoint does not have ${call}`,
      hint: () => [missing, 'check the host and the path of the url', whereServed].filter(Boolean).join('; '),
    },
    'key-required': keyRequired,
    'malformed-response': {
      severity: 'error',
      summary: 'a result is not what the method returns',
      explanation: 'It is JSON-RPC, but clients that read its result fail.',
      sample: { call: method, reason: 'expected an object' },
      message: ({ call, reason }) => `the answer to ${call} is malformed: ${reason}`,
      hint: () => `check that the url is that of ${name}; if it is, report a bug to its developers`,
    },
    'nonstandard-answer': nonstandardAnswer,
    'no-subscription': {
      severity: 'error',
      isTransient: ({ code, detail }) => isTransientRefusal({ code, words: detail }),
      summary: 'new blocks cannot be subscribed to',
      explanation:
        'Clients use a websocket to learn of new blocks. A limit of subscriptions is `net/rate-limited`.',
      sample: { code: -32603, detail: 'Internal error: failed to subscribe' },
      message: ({ code, detail }) =>
        `the endpoint refuses the subscription to new blocks: ${code === null ? 'the method does not exist' : `error ${code}`}` +
        (detail === '' ? '' : `, "${detail}"`),
      hint: () => subscribeHint,
    },
    'other-kind': createOtherKindRule(name, whereServed, 'rest'),
  };
  return rulesInFamily(family, texts);
}
