import type { RuleText } from '../../model/rule.js';
import { isTransientRefusal, type NodeErrorData as NodeErrors } from '../../net/refusal.js';

/** The data of a rule for a gRPC status of the node itself. */
export type NodeErrorData = NodeErrors['node-error'];

/** The text of the rule, the same for every kind. */
export const nodeError: RuleText<NodeErrorData> = {
  severity: 'error',
  isTransient: ({ status, details }) => isTransientRefusal({ status, words: details }),
  summary: 'the node answered with an error',
  explanation:
    '`no RPC client is defined in offline mode` is a bug of Cosmos SDK 0.45. `please wait for first block` and ' +
    '`latest height: 0` mean that the node has just started, and `connection refused` that its CometBFT RPC does not ' +
    'listen (yet); these are retried.',
  sample: { call: 'GetNodeInfo', status: 'UNKNOWN', details: 'panic' },
  message: ({ call, status, details }) =>
    `${call} failed: ${status}${details === '' ? '' : `, "${details}"`}`,
  hint: ({ details }) => {
    if (details.includes('no RPC client is defined in offline mode'))
      return 'upgrade the node: this is a known bug of Cosmos SDK 0.45';
    if (waitsForFirstBlock(details))
      return 'wait until the node has a block: it has just started, or finds no peers';
    return 'check the log of the node';
  },
};

/** A node reports so between its start and its first block, and as long as it finds no peers; the latter with Cosmos SDK 0.45 and 0.46. */
function waitsForFirstBlock(details: string): boolean {
  return details.includes('wait for first block') || details.includes('(latest height: 0)');
}
