import { formatAmount } from '../../model/amount.js';
import { rulesInFamily } from '../../model/failure.js';
import type { InFamily, RuleSet, RuleText } from '../../model/rule.js';
import type { NotJsonData } from './messages.js';
import { isTransientRefusal, type NodeErrorData } from '../../net/refusal.js';
import type { OtherKindData } from '../rules/other-kind.js';

/** Data of the rules of kinds that answer in JSON-RPC, by the name after the kind. */
type JsonRpcTexts = {
  'not-json': NotJsonData;
  'other-kind': OtherKindData;
  'bad-envelope': { reason: string };
  'rpc-error': RpcErrorData;
  'method-missing': { call: string };
  'key-required': { detail: string };
  'nonstandard-answer': { reason: string };
};

export type JsonRpcData<Kind extends string> = InFamily<Kind, JsonRpcTexts>;

type RpcErrorData = NodeErrorData['rpc-error'];

export const keyRequired: RuleText<JsonRpcTexts['key-required']> = {
  severity: 'error',
  summary: 'the endpoint requires an API key',
  explanation: 'A public entry must work for everybody, without a key.',
  sample: { detail: 'Unauthorized' },
  message: ({ detail }) => `the endpoint requires an API key ("${detail}")`,
  hint: () => 'list an endpoint that needs no key',
};

/** The text of `rpc-error`, the same for every kind but for the expected answer. */
export const rpcError: Omit<RuleText<RpcErrorData>, 'sample' | 'hint'> = {
  severity: 'error',
  isTransient: ({ code, detail }) => isTransientRefusal({ code, words: detail }),
  summary: 'the node answered with an error',
  explanation: 'The request reached the node, and the error is its own.',
  message: describeRpcError,
};

export const badEnvelope: Omit<RuleText<JsonRpcTexts['bad-envelope']>, 'hint'> = {
  severity: 'error',
  summary: 'the answer is JSON, but not JSON-RPC 2.0',
  explanation:
    'An answer is an object with `"jsonrpc": "2.0"`, the `id` of the request, and either `result` or `error` ' +
    '(JSON-RPC 2.0 section 5). ethers refuses another `id`, web3.js a missing `id` or `jsonrpc`, and most clients ' +
    'other deviations.',
  sample: { reason: 'expected an object, got an array' },
  message: ({ reason }) => `not JSON-RPC 2.0: ${reason}`,
};

export const noBlock: RuleText<Record<never, never>> = {
  severity: 'error',
  transient: true,
  summary: 'the node has no block',
  explanation: 'It waits for peers or a snapshot, or has lost its data.',
  sample: {},
  message: () => 'the node has no block',
  hint: () => 'list the node once it is in sync',
};

/** The text of `nonstandard-answer`, the same for every kind but CometBFT RPC. */
export const nonstandardAnswer: RuleText<JsonRpcTexts['nonstandard-answer']> = {
  severity: 'warning',
  summary: 'the answer departs from the specifications',
  explanation:
    'Not every client reads it: it begins with a byte order mark (RFC 8259 section 8.1 forbids it), has an `error` of ' +
    '`null`, `false`, `0` or `""` beside its `result` (JSON-RPC 2.0 section 5), or its EVM chain id, block number or ' +
    'time is decimal or has leading zeros (ethereum/execution-apis). go-ethereum fails on each. Over HTTP it may name ' +
    'gzip `x-gzip`.',
  sample: { reason: 'it begins with a byte order mark' },
  message: ({ reason }) => `the answer departs from the specifications: ${reason}`,
  hint: () => 'check the proxy in front of the node, or report a bug to the developers of the node',
};

export const notJson: RuleText<NotJsonData> = {
  severity: 'error',
  // A proxy may complete an answer whose rest it lost: https://github.com/caddyserver/caddy/issues/5951.
  isTransient: ({ arrivedBytes }) => arrivedBytes !== undefined,
  summary: 'the answer is not JSON',
  explanation:
    'It is a page or an error of a proxy. Usually a path is missing (`/rpc`, `/api`, `/evm`): below the url, a ' +
    'CometBFT RPC answers `/status`, a REST API `/cosmos/base/tendermint/v1beta1/node_info`.',
  sample: { contentType: 'text/html', begins: '<html>' },
  message: describeNotJson,
  hint: ({ arrivedBytes }) =>
    arrivedBytes === undefined
      ? 'check the host and the path of the url'
      : 'check the proxy in front of the node, which cuts answers off',
};

function describeNotJson({ contentType, begins, arrivedBytes }: NotJsonData): string {
  if (begins === '') return 'the answer is empty';
  if (arrivedBytes !== undefined)
    return `the JSON of the answer ends too early, after ${formatAmount(arrivedBytes, 'byte')}`;
  const received = contentType.includes('html') ? `a web page (${contentType})` : contentType;
  return `expected JSON, got ${received} that begins with "${begins}"`;
}

function describeRpcError({ call, code, detail }: RpcErrorData): string {
  return `${call} failed: error ${code}${detail === '' ? '' : `, "${detail}"`}`;
}

/** The rules of a kind that is asked by JSON-RPC over HTTP, but for those of its answers. */
export function createJsonRpcRules<Kind extends string>(
  kind: Kind,
  texts: {
    /** Whose endpoint it is, with its article. */
    readonly node: string;
    /** The method of the required call, and all that are required. */
    readonly method: string;
    readonly methods: string;
    /** What it may be if the method is missing, and what to list. */
    readonly missing: string;
    readonly missingHint: string;
    readonly error: Pick<RpcErrorData, 'code' | 'detail'>;
  },
): RuleSet<Omit<JsonRpcData<Kind>, `${Kind}/other-kind`>> {
  const { node, method, methods, missing, missingHint, error } = texts;
  const rules: RuleSet<Omit<JsonRpcTexts, 'other-kind'>> = {
    'not-json': notJson,
    'bad-envelope': {
      ...badEnvelope,
      hint: () => `check that the url is the JSON-RPC endpoint of ${node}`,
    },
    'rpc-error': {
      ...rpcError,
      sample: { call: method, ...error },
      hint: () => `check the log of the node; it must answer ${methods}`,
    },
    'method-missing': {
      severity: 'error',
      summary: `the node does not have ${method}`,
      explanation: missing,
      sample: { call: method },
      message: ({ call }) => `the endpoint does not have ${call}`,
      hint: () => missingHint,
    },
    'key-required': keyRequired,
    'nonstandard-answer': nonstandardAnswer,
  };
  // The compiler does not follow that the codes are those of the kind.
  return rulesInFamily(kind, rules) as unknown as RuleSet<Omit<JsonRpcData<Kind>, `${Kind}/other-kind`>>;
}
