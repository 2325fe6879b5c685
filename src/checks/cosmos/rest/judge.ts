import type { Problem } from '../../../model/rule.js';
import { describeCosmosNode, softwareFacts } from '../judge.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import type { NodeAnswers } from '../../node/observation.js';
import type { RestBlock, RestNode, RestOutcome } from './answer.js';

/** The facts that only a REST API has. */
export const restFacts = { ...softwareFacts, version: null };

/** What a REST API answered. */
export interface RestAnswers {
  readonly nodeInfo: RestOutcome<RestNode>;
  /** The newest block, and a second answer with it, if there is one. */
  readonly blocks: readonly RestOutcome<RestBlock>[];
  readonly syncing: readonly boolean[];
}

/** What the answers of a REST API say of the node. Pure. */
export function describeAnswers({ nodeInfo, blocks, syncing }: RestAnswers): NodeAnswers {
  const answered = blocks.flatMap((outcome) => (outcome.kind === 'result' ? outcome.value : []));
  const info = nodeInfo.kind === 'result' ? nodeInfo.value : null;
  const [block] = blocks;
  const { chainId, ...software } = info ?? { chainId: '', ...restFacts };
  return describeCosmosNode('rest', {
    chainIds: [chainId, ...answered.map((answer) => answer.chainId)],
    heads: answered.map(({ height, timeMs }) => ({ height, timeMs, unit: 'seconds' })),
    syncing,
    headProblem: block?.kind === 'problem' ? block.problem : null,
    problems: judgeForm(nodeInfo, blocks),
    facts: software,
  });
}

/** What is missing, and how the answers depart from the specifications, though they can be read. */
function judgeForm(nodeInfo: RestAnswers['nodeInfo'], blocks: RestAnswers['blocks']): Problem[] {
  const reasons = [nodeInfo, ...blocks].flatMap((outcome) =>
    outcome.kind === 'result' && outcome.deviation !== null ? outcome.deviation : [],
  );
  return [
    ...[...new Set(reasons)].map((reason) => ({ code: 'rest/nonstandard-answer', data: { reason } })),
    ...(nodeInfo.kind === 'problem'
      ? [{ code: 'rest/node-info-unavailable', data: { detail: describeBriefly(nodeInfo.problem) } }]
      : []),
  ];
}
