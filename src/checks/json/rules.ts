import { formatAmount } from '../../model/amount.js';
import type { InFamily, RuleText } from '../../model/rule.js';
import type { NotJsonData } from './body.js';
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

/** The same, by the code that a kind gives them. */
export type JsonRpcData<Kind extends string> = InFamily<Kind, JsonRpcTexts>;

/** The error of a node. */
export type RpcErrorData = { readonly call: string; readonly code: number; readonly detail: string };

/** The text of `key-required`, alike for every kind. */
export const keyRequired: RuleText<JsonRpcTexts['key-required']> = {
  severity: 'error',
  summary: 'the endpoint requires an API key',
  explanation: 'An entry of a public registry must be usable by everybody, without an account or a key.',
  sample: { detail: 'Unauthorized' },
  message: ({ detail }) => `the endpoint requires an API key ("${detail}")`,
  hint: () => 'list an endpoint that needs no key',
};

/** The text of `not-json` of the kinds over HTTP, but for its explanation. */
export const notJson: Omit<RuleText<NotJsonData>, 'explanation'> = {
  severity: 'error',
  // A proxy may end an answer whose rest it lost as if it were whole: https://github.com/caddyserver/caddy/issues/5951.
  isTransient: ({ arrivedBytes }) => arrivedBytes !== undefined,
  summary: 'the answer is not JSON',
  sample: { contentType: 'text/html', begins: '<html>' },
  message: describeNotJson,
  hint: ({ arrivedBytes }) =>
    arrivedBytes === undefined
      ? 'check the host and the path of the url'
      : 'check the proxy in front of the node, which cuts answers off',
};

/** What was there in place of JSON. */
function describeNotJson({ contentType, begins, arrivedBytes }: NotJsonData): string {
  if (begins === '') return 'the answer is empty';
  if (arrivedBytes !== undefined)
    return `the JSON of the answer ends too early, after ${formatAmount(arrivedBytes, 'byte')}`;
  const what = contentType.includes('html') ? `a web page (${contentType})` : contentType;
  return `expected JSON, got ${what} that begins with "${begins}"`;
}

/** Which call failed, and how. */
export function describeRpcError({ call, code, detail }: RpcErrorData): string {
  return `${call} failed: error ${code}${detail === '' ? '' : `, "${detail}"`}`;
}

/** Internal error (JSON-RPC 2.0 section 5.1), and "Temporary internal error" of dRPC. */
const transientCodes = new Set([-32603, 19]);

/** Whether a retry may cure an error. */
export function isTransientRpcError({ code, detail }: RpcErrorData): boolean {
  return transientCodes.has(code) || /temporar|retry|try again|timed?[ -]?out/i.test(detail);
}
