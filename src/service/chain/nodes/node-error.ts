import type { Problem } from '../../../model/rule.js';
import { getRule } from '../../../engine/rule-catalogue.js';
import { ServiceProblem } from '../../http/handler.js';

/** Thrown where a node did not answer as it should: another one may. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  /** A sentence of ours, without a stranger's words. */
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** The error of a failed context with a node. */
export function nodeFailed({ code }: Pick<Problem, 'code'>): NodeError {
  return new NodeError(describeRule(code));
}

/** A rule in a sentence that holds nothing of what a stranger said. */
export function describeRule(code: string): string {
  return `${getRule({ code }).summary} (${code})`;
}

/** Tells the client that its deadline has passed. */
export function deadlineOver(): ServiceProblem {
  return new ServiceProblem(
    504,
    'Gateway Timeout',
    'the nodes did not answer in time; ask for a narrower range or a smaller page, or again',
  );
}
