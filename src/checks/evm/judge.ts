import type { ChainClaim } from '../../model/entry.js';
import type { Failure } from '../../model/failure.js';
import type { Problem, ProblemOf } from '../../model/rule.js';
import { judgeCertificateEnd } from '../certificate.js';
import { parseQuantity } from '../chain-id.js';
import { judgeCipherSuite } from '../cipher-suite.js';
import { describeOddTime, readBlockTime } from '../block-time.js';
import { readChainId } from './chain-id.js';
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
    ...judgeForm(observation),
    ...judgeCertificateEnd(observation.connection, now),
    ...judgeCipherSuite(observation.connection),
    ...(observation.secure ? [] : [{ code: 'http/plaintext', data: {} }]),
  ];
}

function judgeBlock(result: Parameters<typeof readBlock>[0], now: Date): EvmProblem[] {
  if (result === null) return [{ code: 'evm/no-block', data: {} }];
  const block = readBlock(result);
  if ('reason' in block) return [{ code: 'evm/malformed-block', data: { reason: block.reason } }];
  const number = Number(block.number);
  const time = readBlockTime(block.timestamp);
  const odd = describeOddTime(time, now);
  const ageMs = now.getTime() - time.timeMs;
  return [
    ...(odd === null ? [] : [{ code: 'evm/odd-timestamp' as const, data: { number, reason: odd } }]),
    ...(ageMs > staleAfterMs ? [{ code: 'evm/stale' as const, data: { number, ageMs } }] : []),
  ];
}

/** What is beside the specifications in answers that can be read all the same. */
function judgeForm({ block, chainId }: EvmObservation): EvmProblem[] {
  const deviations = [block, chainId].flatMap((outcome) =>
    outcome?.kind === 'result' && outcome.deviation !== undefined ? outcome.deviation : [],
  );
  const id = chainId?.kind === 'result' ? chainId.result : null;
  const isDecimal = readChainId(chainId) !== null && !(typeof id === 'string' && id.startsWith('0x'));
  const reasons = new Set([...deviations, ...(isDecimal ? ['eth_chainId answers a decimal number'] : [])]);
  return [...reasons].map((reason) => ({ code: 'evm/nonstandard-answer', data: { reason } }));
}

/** Whether an EVM endpoint serves the chain that is claimed. */
export function judgeEvmClaim(
  { chainId: outcome, secondChainId, networkId }: EvmObservation,
  { chainId: expected, field }: ChainClaim,
): readonly Problem[] {
  if (outcome === null) return [];
  // An endpoint that limits the rate may serve the chain or another.
  if (outcome.kind === 'problem' && outcome.problem.code === 'net/rate-limited') return [outcome.problem];
  const actual = readChainId(outcome);
  if (actual === null) {
    const detail = outcome.kind === 'problem' ? describeProblem(outcome.problem) : 'not a chain id';
    const network = readChainId(networkId);
    return network === null || network === parseQuantity(expected)
      ? [{ code: 'evm/chain-unknown', data: { expected, detail } }]
      : [{ code: 'evm/network-differs', data: { expected, detail, networkId: network.toString() } }];
  }
  // Of two ids one may be right; `chain/unsteady` tells of the other.
  return [actual, readChainId(secondChainId)].includes(parseQuantity(expected))
    ? []
    : [
        {
          code: 'evm/wrong-chain',
          data: { expected, actual: `${actual} (0x${actual.toString(16)})`, field },
        },
      ];
}

/** Why a call has no result, in a few words. */
function describeProblem({ code, data }: (JsonRpcOutcome & { kind: 'problem' })['problem']): string {
  switch (code) {
    case 'evm/rpc-error':
      return `error ${data.code}${data.detail === '' ? '' : `, "${data.detail}"`}`;
    case 'evm/method-missing':
      return 'the method does not exist';
    case 'net/response-timeout':
      return `no answer within ${data.limitMs / 1_000} s`;
    case 'http/status':
      return `HTTP ${data.status}`;
    default:
      return code;
  }
}
