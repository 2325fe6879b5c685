import type { ChainClaim } from '../../model/entry.js';
import type { Failure } from '../../model/failure.js';
import type { Problem, ProblemOf } from '../../model/rule.js';
import { judgeCertificateEnd } from '../certificate.js';
import { parseQuantity } from '../chain-id.js';
import { staleAfterMs } from '../stale.js';
import { readBlock } from './block.js';
import type { JsonRpcOutcome } from './json-rpc.js';
import type { EvmObservation } from './probe.js';
import type { HttpData } from '../http-rules.js';
import type { EvmData } from './rules.js';

type EvmProblem = ProblemOf<EvmData & Pick<HttpData, 'http/plaintext'>> | Failure;

/** The problems of an EVM endpoint, whatever chain it should serve. */
export function judgeEvm(observation: EvmObservation, now: Date): readonly Problem[] {
  if (observation.block.kind === 'problem') return [observation.block.problem];
  return [
    ...judgeBlock(observation.block.result, now),
    ...judgeCertificateEnd(observation.connection, now),
    ...(observation.secure ? [] : [{ code: 'http/plaintext', data: {} }]),
  ];
}

function judgeBlock(result: Parameters<typeof readBlock>[0], now: Date): EvmProblem[] {
  if (result === null) return [{ code: 'evm/no-block', data: {} }];
  const block = readBlock(result);
  if ('reason' in block) return [{ code: 'evm/malformed-block', data: { reason: block.reason } }];
  const ageMs = now.getTime() - Number(block.timestamp) * 1_000;
  return ageMs > staleAfterMs ? [{ code: 'evm/stale', data: { number: Number(block.number), ageMs } }] : [];
}

/** Whether an EVM endpoint serves the chain that is claimed. */
export function judgeEvmClaim(
  { chainId: outcome }: EvmObservation,
  { chainId: expected, field }: ChainClaim,
): readonly Problem[] {
  if (outcome === null) return [];
  // An endpoint that limits the rate may serve the chain or another.
  if (outcome.kind === 'problem' && outcome.problem.code === 'net/rate-limited') return [outcome.problem];
  const actual = readChainId(outcome);
  if (actual === null) {
    const detail = outcome.kind === 'problem' ? outcome.problem.code : 'not a hex quantity';
    return [{ code: 'evm/chain-unknown', data: { expected, detail } }];
  }
  return actual === parseQuantity(expected)
    ? []
    : [
        {
          code: 'evm/wrong-chain',
          data: { expected, actual: `${actual} (0x${actual.toString(16)})`, field },
        },
      ];
}

/** The chain id of an answer to eth_chainId, null where it holds none. */
export function readChainId(outcome: JsonRpcOutcome | null): bigint | null {
  if (outcome?.kind !== 'result' || typeof outcome.result !== 'string') return null;
  return outcome.result.startsWith('0x') ? parseQuantity(outcome.result) : null;
}
