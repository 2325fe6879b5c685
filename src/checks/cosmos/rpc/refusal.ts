import type { Problem } from '../../../model/rule.js';
import { isOpen } from '../../http/calls.js';
import { isTransientRefusal } from '../../../net/refusal.js';
import type { RpcOutcome } from './answer.js';
import { repeatsPost } from './post.js';

/** Which requests of the status were refused, and how: POST, GET or both. */
export interface Refusal {
  readonly code: 'rpc/no-post' | 'rpc/no-get' | 'rpc/status-unavailable';
  readonly problem: Problem;
}

/**
 * The requests of the status that were refused, if the node answered one of them or the newest block. A limit, a bot protection or a failure of one
 * request is no evidence. Pure.
 */
export function findRefusal(got: RpcOutcome, posted: RpcOutcome | null, node: RpcOutcome): Refusal | null {
  if (got.kind === 'problem') {
    const { problem } = got;
    if (posted?.kind === 'result') return isEvident(got) ? { code: 'rpc/no-get', problem } : null;
    return node.kind === 'result' ? { code: 'rpc/status-unavailable', problem } : null;
  }
  if (posted?.kind !== 'problem' || !isEvident(posted)) return null;
  const { problem } = posted;
  // Clients repeat the POST there, and its answer is unknown.
  if (problem.code === 'http/redirect' && repeatsPost(problem.data.status)) return null;
  return { code: 'rpc/no-post', problem };
}

/** Whether a request is refused for good: no limit, no failure, and no error that a retry may cure. */
function isEvident({ problem }: Extract<RpcOutcome, { kind: 'problem' }>): boolean {
  if (problem.code !== 'rpc/rpc-error') return !isOpen(problem);
  return !isTransientRefusal({ code: problem.data.code, words: problem.data.detail });
}
