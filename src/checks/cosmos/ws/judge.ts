import { addFamily } from '../../../model/family.js';
import type { Problem } from '../../../model/rule.js';
import type { JudgeClaim } from '../../check.js';
import type { CometStatus } from '../comet-status.js';
import { judgeCosmosClaim, judgeHead, listDistinctIds } from '../judge.js';
import { judgeHttpTransport } from '../../node/transport.js';
import type { CallProblem } from '../../websocket/calls.js';
import type { WebSocketAnswerData } from '../../websocket/rules.js';
import type { WsObservation } from './probe.js';

/** The problems of a CometBFT websocket, whatever chain it should serve. */
export function judgeWs(observation: WsObservation, now: Date): readonly Problem[] {
  const { status, subscription } = observation;
  if (status.kind === 'problem') return [name(status.problem)];
  const { deviation } = status;
  return [
    ...(subscription?.kind === 'problem' ? [name(subscription.problem)] : []),
    ...judgeSync(status.result, now),
    ...(deviation === null ? [] : [{ code: 'ws/nonstandard-answer', data: { reason: deviation } }]),
    ...judgeHttpTransport(observation, now),
  ];
}

function name(found: CallProblem): Problem {
  return addFamily<'ws', WebSocketAnswerData>('ws', found);
}

function judgeSync({ syncing, blockHeight, blockTimeMs }: CometStatus, now: Date): Problem[] {
  // A node without a block has the time 0, and reports that it is catching up.
  if (blockHeight === 0) return [{ code: 'ws/no-block', data: {} }];
  if (syncing) return [{ code: 'ws/syncing', data: {} }];
  return judgeHead('ws', { height: blockHeight, timeMs: blockTimeMs }, now);
}

/** Whether a CometBFT websocket serves the chain that is claimed. */
export function judgeWsClaim({ status }: WsObservation): JudgeClaim {
  if (status.kind === 'problem') return () => [];
  const ids = listDistinctIds([status.result.chainId]);
  return (claim) => judgeCosmosClaim('ws', ids, claim);
}
