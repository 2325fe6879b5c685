import { evmCertificateFaults, grpcCertificateFaults, handshakeFaults } from './certificates.js';
import { evmAnswerFaults } from './evm-answers.js';
import { evmNonstandard } from './evm-nonstandard.js';
import { evmChallenges, evmLimits } from './evm-refusals.js';
import type { Fault, FaultOf } from './fault.js';
import { grpcAnswerFaults } from './grpc-answers.js';
import { grpcChallenges, grpcLimits } from './grpc-refusals.js';
import { grpcTransportFaults } from './grpc-transports.js';
import { httpFloodFaults } from './http-floods.js';
import { evmOtherKinds, grpcOtherKinds } from './other-kinds.js';

/** Every fault of the table. */
export const faults: readonly Fault[] = [
  ...[
    ...grpcTransportFaults,
    ...handshakeFaults,
    ...grpcCertificateFaults,
    ...grpcAnswerFaults,
    ...grpcLimits,
    ...grpcChallenges,
    ...grpcOtherKinds,
  ].map(ofKind('grpc')),
  ...[
    ...evmCertificateFaults,
    ...evmAnswerFaults,
    ...evmNonstandard,
    ...evmLimits,
    ...evmChallenges,
    ...httpFloodFaults,
    ...evmOtherKinds,
  ].map(ofKind('evm')),
];

function ofKind(kind: Fault['kind']): (fault: FaultOf) => Fault {
  return (fault) => ({ ...fault, kind });
}
