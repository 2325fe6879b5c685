import { evmCertificateFaults, grpcCertificateFaults, handshakeFaults } from './certificates.js';
import { evmAnswerFaults } from './evm-answers.js';
import type { Fault, FaultOf } from './fault.js';
import { grpcAnswerFaults } from './grpc-answers.js';
import { grpcTransportFaults } from './grpc-transports.js';
import { httpFloodFaults } from './http-floods.js';

/** Every fault of the table. */
export const faults: readonly Fault[] = [
  ...[...grpcTransportFaults, ...handshakeFaults, ...grpcCertificateFaults, ...grpcAnswerFaults].map(
    ofKind('grpc'),
  ),
  ...[...evmCertificateFaults, ...evmAnswerFaults, ...httpFloodFaults].map(ofKind('evm')),
];

function ofKind(kind: Fault['kind']): (fault: FaultOf) => Fault {
  return (fault) => ({ ...fault, kind });
}
