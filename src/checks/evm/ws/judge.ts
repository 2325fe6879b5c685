import { addFamily } from '../../../model/family.js';
import type { Problem } from '../../../model/rule.js';
import type { JudgeClaim } from '../../check.js';
import type { EvmOutcome } from '../outcome.js';
import { judgeEvmBlock, judgeEvmChainId, judgeEvmForm, judgeEvmIds } from '../judge.js';
import { judgeHttpTransport } from '../../node/transport.js';
import type { CallOutcome, CallProblem } from '../../websocket/calls.js';
import type { WebSocketAnswerData } from '../../websocket/rules.js';
import type { EvmWsObservation } from './probe.js';

/** The problems of an EVM websocket, whatever chain it should serve. */
export function judgeEvmWs(observation: EvmWsObservation, now: Date): readonly Problem[] {
  const { block, subscription } = observation;
  if (block.kind === 'problem') return [name(block.problem)];
  return [
    ...(subscription?.kind === 'problem' ? [name(subscription.problem)] : []),
    ...judgeEvmBlock('evm-ws', block, now),
    ...judgeEvmForm('evm-ws', observation),
    ...judgeEvmChainId('evm-ws', { block, chainId: nameProblem(observation.chainId) }),
    ...judgeHttpTransport(observation, now),
  ];
}

function name(found: CallProblem): Problem {
  return addFamily<'evm-ws', WebSocketAnswerData>('evm-ws', found);
}

/** Whether an EVM websocket serves the chain that is claimed. */
export function judgeEvmWsClaim({ chainId, networkId }: EvmWsObservation): JudgeClaim {
  const ids = { chainId: nameProblem(chainId), networkId: nameProblem(networkId), secondChainId: null };
  return (claim) => judgeEvmIds('evm-ws', ids, claim);
}

function nameProblem(outcome: CallOutcome | null): EvmOutcome | null {
  return outcome?.kind === 'problem' ? { kind: 'problem', problem: name(outcome.problem) } : outcome;
}
