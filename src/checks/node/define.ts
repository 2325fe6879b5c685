import type { JsonObject } from '../../model/json.js';
import { type Check, type CheckDefinition, defineCheck } from '../check.js';
import { describeNode } from './facts.js';
import { judgeNode } from './judge.js';
import type { NodeObservation } from './observation.js';

/** How one kind of endpoint of nodes is checked: its probe, its rules, and the facts that only it has. */
export interface NodeCheckDefinition extends Omit<
  CheckDefinition<NodeObservation>,
  'judge' | 'judgeClaim' | 'describe'
> {
  /** The facts that only it has, each null. */
  readonly kindFacts: JsonObject;
}

/** Makes the check of a kind of endpoint of nodes. */
export function defineNodeCheck({ kindFacts, ...definition }: NodeCheckDefinition): Check {
  return defineCheck<NodeObservation>({
    ...definition,
    judge: (observation, now, { blockTimeMs }) => judgeNode(definition.kind, observation, now, blockTimeMs),
    judgeClaim: ({ problem, judgeClaim }) => (problem === null ? judgeClaim : () => []),
    describe: (observation) => describeNode(observation, kindFacts),
  });
}
