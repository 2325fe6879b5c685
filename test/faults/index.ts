import {
  createHttpCertificates,
  createWebSocketCertificates,
  grpcCertificateFaults,
  handshakeFaults,
} from './certificates.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { cometWebSocketFaults, cometWebSockets } from './comet-websockets.js';
import { evmAnswerFaults } from './evm-answers.js';
import { evmRedirects } from './evm-redirects.js';
import { evmNonstandard } from './evm-nonstandard.js';
import { evmChallenges, evmLimits, evmPayments } from './evm-refusals.js';
import { evmWebSocketFaults, evmWebSockets } from './evm-websockets.js';
import type { Fault, FaultOf } from './fault.js';
import { createGetFaults } from './get-answers.js';
import { restKind, rpcKind } from './get-kinds.js';
import { createGetRedirects } from './get-redirects.js';
import { createPayments, restChallenges, restLimits, rpcChallenges, rpcLimits } from './get-refusals.js';
import { grpcAnswerFaults } from './grpc-answers.js';
import { grpcChallenges, grpcLimits, grpcPayments } from './grpc-refusals.js';
import { grpcTransportFaults } from './grpc-transports.js';
import { grpcWebAnswerFaults, grpcWebHealthy } from './grpc-web-answers.js';
import { grpcWebChallenges, grpcWebLimits, grpcWebPayments } from './grpc-web-refusals.js';
import { httpFloodFaults } from './http-floods.js';
import { restAnswerFaults } from './rest-answers.js';
import { rpcAnswerFaults } from './rpc-answers.js';
import { rpcMethodFaults } from './rpc-methods.js';
import {
  cometWebSocketOtherKinds,
  evmOtherKinds,
  evmWebSocketOtherKinds,
  grpcOtherKinds,
  grpcWebOtherKinds,
  restOtherKinds,
  rpcOtherKinds,
} from './other-kinds.js';

/** Every fault of the table. */
export const faults: readonly Fault[] = [
  ...[
    ...grpcTransportFaults,
    ...handshakeFaults,
    ...grpcCertificateFaults,
    ...grpcAnswerFaults,
    ...grpcLimits,
    ...grpcChallenges,
    ...grpcPayments,
    ...grpcOtherKinds,
  ].map(ofKind('grpc')),
  ...[
    ...createHttpCertificates(startEvmNode),
    ...evmAnswerFaults,
    ...evmNonstandard,
    ...evmRedirects,
    ...evmLimits,
    ...evmChallenges,
    ...evmPayments,
    ...httpFloodFaults,
    ...evmOtherKinds,
  ].map(ofKind('evm')),
  ...[
    ...createGetFaults(rpcKind),
    ...createHttpCertificates(startRpcNode),
    ...rpcAnswerFaults,
    ...rpcMethodFaults,
    ...createGetRedirects(rpcKind),
    ...rpcLimits,
    ...rpcChallenges,
    ...createPayments(rpcKind),
    ...httpFloodFaults,
    ...rpcOtherKinds,
  ].map(ofKind('rpc')),
  ...[
    ...createGetFaults(restKind),
    ...createHttpCertificates(startRestNode),
    ...restAnswerFaults,
    ...createGetRedirects(restKind),
    ...restLimits,
    ...restChallenges,
    ...createPayments(restKind),
    ...httpFloodFaults,
    ...restOtherKinds,
  ].map(ofKind('rest')),
  ...[
    ...grpcWebHealthy,
    ...createHttpCertificates(startGrpcWebNode),
    ...grpcWebAnswerFaults,
    ...grpcWebLimits,
    ...grpcWebChallenges,
    ...grpcWebPayments,
    ...grpcWebOtherKinds,
  ].map(ofKind('grpc-web')),
  ...[
    ...cometWebSocketFaults,
    ...createWebSocketCertificates(cometWebSockets),
    ...cometWebSocketOtherKinds,
  ].map(ofKind('ws')),
  ...[...evmWebSocketFaults, ...createWebSocketCertificates(evmWebSockets), ...evmWebSocketOtherKinds].map(
    ofKind('evm-ws'),
  ),
];

function ofKind(kind: Fault['kind']): (fault: FaultOf) => Fault {
  return (fault) => ({ ...fault, kind });
}
