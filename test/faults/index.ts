import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startSolanaNode } from '../../src/sandbox/solana-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import {
  createHttpCertificates,
  createWebSocketCertificates,
  grpcCertificateFaults,
  handshakeFaults,
} from './certificates.js';
import { connectionFaults } from './connections.js';
import { cosmosStates, moreCosmosStates } from './cosmos-states.js';
import { evmStates, moreEvmStates } from './evm-states.js';
import type { Fault, FaultOf } from './fault.js';
import { grpcAnswerFaults, moreGrpcAnswers } from './grpc-answers.js';
import { grpcTransportFaults } from './grpc-transports.js';
import { grpcWebAnswerFaults, grpcWebHealthy, moreGrpcWebAnswers } from './grpc-web-answers.js';
import { jsonRpcAnswers, moreJsonRpcAnswers } from './json-rpc-answers.js';
import {
  cometWebSocketOtherKinds,
  evmOtherKinds,
  evmWebSocketOtherKinds,
  grpcOtherKinds,
  grpcWebOtherKinds,
  restOtherKinds,
  rpcOtherKinds,
} from './other-kinds.js';
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

const ofKind =
  (kind: Fault['kind']) =>
  (fault: FaultOf): Fault => ({ ...fault, kind });

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
  ...[...grpcTransportFaults, ...handshakeFaults, ...grpcCertificateFaults, ...grpcOtherKinds].map(
    ofKind('grpc'),
  ),
  ...[...createHttpCertificates(startEvmNode), ...evmOtherKinds].map(ofKind('evm')),
  ...createHttpCertificates(startSolanaNode).map(ofKind('solana')),
  ...[...createHttpCertificates(startRpcNode), ...rpcOtherKinds].map(ofKind('rpc')),
  ...[...createHttpCertificates(startRestNode), ...restOtherKinds].map(ofKind('rest')),
  ...[...createHttpCertificates(startGrpcWebNode), ...grpcWebOtherKinds].map(ofKind('grpc-web')),
  ...createWebSocketFaults(cometWebSockets),
  ...createWebSocketFaults(evmWebSockets),
  ...[...createWebSocketCertificates(cometWebSockets), ...cometWebSocketOtherKinds].map(ofKind('ws')),
  ...[...createWebSocketCertificates(evmWebSockets), ...evmWebSocketOtherKinds].map(ofKind('evm-ws')),
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
