import type { Problem } from '../../../../model/rule.js';
import { getRule } from '../../../../engine/rule-catalogue.js';
import { ServiceProblem } from '../../http/service-problem.js';

/** Thrown if a node fails or sends an invalid answer: another node may do better. Clients may read the message: nothing in it is a node's. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError';
  /** False if the node works: its breaker stays closed. */
  readonly isFault: boolean;
  /** True if it may succeed later, as with a node that lags behind. */
  readonly isLate: boolean;
  /** Retry-After of the node, in milliseconds; null without one. */
  readonly retryAfterMs: number | null;

  constructor(message: string, fields: Partial<Pick<NodeError, 'isFault' | 'isLate' | 'retryAfterMs'>> = {}) {
    super(message);
    const { isFault = true, isLate = !isFault, retryAfterMs = null } = fields;
    this.isFault = isFault;
    this.isLate = isLate;
    this.retryAfterMs = retryAfterMs;
  }
}

export class NodeTimeout extends NodeError {
  override readonly name = 'NodeTimeout';

  constructor() {
    super('no answer in time');
  }
}

/** The error of a working node that refuses this request: repeating it must not close the node to other requests. */
export function requestRefused(reason: string): NodeError {
  return new NodeError(reason, { isFault: false, isLate: false });
}

/** The error of a node whose chain does not reach to the end of the search: it does what it can. */
export function nodeIsBehind(): NodeError {
  return new NodeError('the node does not reach the newest known block', { isFault: false });
}

export function nodeFailed({ code }: Pick<Problem, 'code'>, retryAfterMs: number | null = null): NodeError {
  return new NodeError(describeRule(code), { retryAfterMs });
}

/** A rule's summary and code, without anything that a node sent. */
export function describeRule(code: string): string {
  return `${getRule({ code }).summary} (${code})`;
}

/** The 504 of a request whose deadline has passed. */
export function deadlineExceeded(): ServiceProblem {
  return new ServiceProblem(
    504,
    'the nodes did not answer in time; try again, or request a narrower range or a smaller page',
  );
}
