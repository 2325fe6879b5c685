import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
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
import { moreSubscriptions, subscriptionFaults } from './subscriptions.js';
import { webFaults } from './web-answers.js';
import { cometWebSockets, createWebSocketFaults, evmWebSockets } from './websockets.js';

const ofKind =
  (kind: Fault['kind']) =>
  (fault: FaultOf): Fault => ({ ...fault, kind });

/** The faults that other clients are tried with. */
export const faults: readonly Fault[] = [
  ...webFaults,
  ...cosmosStates,
  ...evmStates,
  ...jsonRpcAnswers,
  ...refusalFaults,
  ...redirects,
  ...[...grpcTransportFaults, ...handshakeFaults, ...grpcCertificateFaults, ...grpcOtherKinds].map(
    ofKind('grpc'),
  ),
  ...grpcAnswerFaults,
  ...[...createHttpCertificates(startEvmNode), ...evmOtherKinds].map(ofKind('evm')),
  ...[...createHttpCertificates(startRpcNode), ...rpcOtherKinds].map(ofKind('rpc')),
  ...rpcAnswerFaults,
  ...rpcMethodFaults,
  ...[...createHttpCertificates(startRestNode), ...restOtherKinds].map(ofKind('rest')),
  ...restAnswerFaults,
  ...[...createHttpCertificates(startGrpcWebNode), ...grpcWebOtherKinds].map(ofKind('grpc-web')),
  ...grpcWebHealthy,
  ...grpcWebAnswerFaults,
  ...createWebSocketFaults(cometWebSockets),
  ...createWebSocketFaults(evmWebSockets),
  ...subscriptionFaults,
  ...[...createWebSocketCertificates(cometWebSockets), ...cometWebSocketOtherKinds].map(ofKind('ws')),
  ...[...createWebSocketCertificates(evmWebSockets), ...evmWebSocketOtherKinds].map(ofKind('evm-ws')),
];

/** All faults: also those that other clients know nothing of, or were not asked about. */
export const allFaults: readonly Fault[] = [
  ...faults,
  ...connectionFaults,
  ...sharedRefusals,
  ...peerFaults,
  ...moreCosmosStates,
  ...moreEvmStates,
  ...moreJsonRpcAnswers,
  ...moreGrpcAnswers,
  ...moreGrpcWebAnswers,
  ...moreRestAnswers,
  ...moreRpcAnswers,
  ...moreRpcMethods,
  ...moreSubscriptions,
];

/** Those of some kinds that are checked in a test's process, and do not use up their budget. */
export function listFaults(...kinds: readonly Fault['kind'][]): readonly Fault[] {
  return allFaults.filter(
    ({ kind, timeout, byProgram }) =>
      kinds.includes(kind) && timeout === undefined && byProgram === undefined,
  );
}
