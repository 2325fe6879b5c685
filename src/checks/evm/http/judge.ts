import type { Problem } from '../../../model/rule.js';
import type { JudgeClaim } from '../../check.js';
import { judgeCors } from '../../http/cors-judge.js';
import { judgeEvmBlock, judgeEvmChainId, judgeEvmForm, judgeEvmIds } from '../judge.js';
import { judgeHttpTransport } from '../../node/transport.js';
import type { EvmObservation } from './probe.js';

/** The problems of an EVM endpoint, whatever chain it should serve. */
export function judgeEvm(observation: EvmObservation, now: Date): readonly Problem[] {
  const redirected = observation.redirect === null ? [] : [observation.redirect];
  if (observation.block.kind === 'problem') return [observation.block.problem, ...redirected];
  return [
    ...judgeEvmBlock('evm', observation.block, now),
    ...judgeEvmForm('evm', observation),
    ...judgeEvmChainId('evm', observation),
    ...redirected,
    ...judgeHttpTransport(observation, now),
    ...judgeCors(observation.cors),
  ];
}

/** Whether an EVM endpoint serves the chain that is claimed. */
export function judgeEvmClaim({ chainId, secondChainId, networkId }: EvmObservation): JudgeClaim {
  return (claim) => judgeEvmIds('evm', { chainId, secondChainId, networkId }, claim);
}
