import { certificateFaults, handshakeFaults } from './certificates.js';
import { connectionFaults } from './connections.js';
import { cosmosStates, moreCosmosStates } from './cosmos-states.js';
import { evmStates, moreEvmStates } from './evm-states.js';
import type { Fault } from './fault.js';
import { grpcAnswerFaults, moreGrpcAnswers } from './grpc-answers.js';
import { grpcTransportFaults } from './grpc-transports.js';
import { grpcWebAnswerFaults, grpcWebHealthy, moreGrpcWebAnswers } from './grpc-web-answers.js';
import { jsonRpcAnswers, moreJsonRpcAnswers } from './json-rpc-answers.js';
import { otherKinds } from './other-kinds.js';
import { peerFaults } from './peers.js';
import { redirects } from './redirects.js';
import { refusalFaults, sharedRefusals } from './refusals.js';
import { moreRestAnswers, restAnswerFaults } from './rest-answers.js';
import { moreRpcAnswers, rpcAnswerFaults } from './rpc-answers.js';
import { moreRpcMethods, rpcMethodFaults } from './rpc-methods.js';
import { solanaAnswers, moreSolanaAnswers } from './solana-answers.js';
import { moreSubscriptions, subscriptionFaults } from './subscriptions.js';
import { webFaults } from './web-answers.js';
import { cometWebSockets, createWebSocketFaults, evmWebSockets } from './websockets.js';

/** What a node answers, to other clients too. */
const answers: readonly Fault[] = [
  ...cosmosStates,
  ...evmStates,
  ...jsonRpcAnswers,
  ...grpcAnswerFaults,
  ...rpcAnswerFaults,
  ...rpcMethodFaults,
  ...restAnswerFaults,
  ...grpcWebHealthy,
  ...grpcWebAnswerFaults,
  ...subscriptionFaults,
  ...solanaAnswers,
];

/** How servers and what is before them answer in place of a node, and how connections fail, to other clients too. */
const transports: readonly Fault[] = [
  ...webFaults,
  ...refusalFaults,
  ...redirects,
  ...grpcTransportFaults,
  ...handshakeFaults,
  ...[cometWebSockets, evmWebSockets].flatMap(createWebSocketFaults),
  ...certificateFaults,
  ...otherKinds,
];

/** The faults that other clients are tried with. */
export const faults: readonly Fault[] = [...transports, ...answers];

/** Answers that other clients were not asked about. */
const moreAnswers: readonly Fault[] = [
  ...moreCosmosStates,
  ...moreEvmStates,
  ...moreJsonRpcAnswers,
  ...moreGrpcAnswers,
  ...moreGrpcWebAnswers,
  ...moreRestAnswers,
  ...moreRpcAnswers,
  ...moreRpcMethods,
  ...moreSubscriptions,
  ...moreSolanaAnswers,
];

/** All faults: also those that other clients know nothing of, or were not asked about. */
export const allFaults: readonly Fault[] = [
  ...faults,
  ...moreAnswers,
  ...sharedRefusals,
  ...connectionFaults,
  ...peerFaults,
];

const takesLong = ({ timeout, waits }: Fault) => timeout !== undefined || waits === true;

/** Answers that take no time, of these kinds. */
export function listAnswers(...kinds: readonly Fault['kind'][]): readonly Fault[] {
  return [...answers, ...moreAnswers].filter((fault) => kinds.includes(fault.kind) && !takesLong(fault));
}

/** All faults that `listAnswers` leaves out, but for those that only a run can tell. */
export function listOthers(): readonly Fault[] {
  const listed = new Set(listAnswers(...allFaults.map(({ kind }) => kind)));
  return allFaults.filter((fault) => !listed.has(fault) && fault.byProgram !== true);
}
