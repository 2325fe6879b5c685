import type { Failure } from '../../../model/failure.js';
import type { Problem, ProblemOf } from '../../../model/rule.js';
import type { CallResult } from '../../../net/grpc/connection.js';
import type { NodeInfo, ServiceList } from '../../../net/grpc/messages.js';
import type { JudgeClaim } from '../../check.js';
import { judgeCertificateEnd, judgeCertificateNames } from '../../tls/certificate.js';
import { judgeCipherSuite } from '../../tls/cipher-suite.js';
import { judgeArchive } from '../archive.js';
import { judgeCosmosClaim, judgeHead, listDistinctIds } from '../judge.js';
import { judgeUnknownHead } from '../head-unknown.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import type { TlsData } from '../../rules/tls.js';
import type { GrpcObservation } from './probe.js';
import type { GrpcData } from './rules.js';

type GrpcProblem = ProblemOf<GrpcData & TlsData> | Failure;

const unimplemented = 12;
const nodeService = 'cosmos.base.tendermint.v1beta1.Service';

/** The problems of a gRPC endpoint, whatever chain it should serve. */
export function judgeGrpc(observation: GrpcObservation, now: Date): readonly Problem[] {
  if (observation.failure !== null) return [observation.failure];
  if (isNotRouted(observation)) return [{ code: 'grpc/not-routed', data: {} }];
  return [
    ...judgeReflection(observation),
    ...judgeNodeInfo(observation),
    ...judgeSync(observation, now),
    ...judgeArchive('grpc', observation.archive),
    ...judgeTransport(observation, now),
  ];
}

/** Envoy's answer without a route: UNIMPLEMENTED to every call, without a message (its router's `NR`). */
function isNotRouted({ reflection, nodeInfo }: GrpcObservation): boolean {
  return [reflection?.result, nodeInfo].every(
    (result) =>
      result?.kind === 'status' && result.status.code === unimplemented && result.status.details === '',
  );
}

function judgeReflection({ reflection, nodeInfo }: GrpcObservation): GrpcProblem[] {
  const result = reflection?.result;
  switch (result?.kind) {
    case undefined:
      return [];
    case 'failure':
      return [reclassifyPartialFailure(result.failure, nodeInfo)];
    case 'status': {
      const { code, name, details } = result.status;
      if (code === unimplemented) return [{ code: 'grpc/reflection-unavailable', data: { detail: name } }];
      return [{ code: 'grpc/node-error', data: { call: 'server reflection', status: name, details } }];
    }
    case 'answer': {
      const list = result.answer;
      if (list.names !== null) return [];
      const status = `error ${list.errorCode}`;
      return [
        { code: 'grpc/node-error', data: { call: 'server reflection', status, details: list.message } },
      ];
    }
  }
}

/** Failures of reflection that say only that it is blocked, if the node answers other calls. */
const blocks: readonly string[] = [
  ...['http/status', 'http/forbidden', 'http/auth-required', 'http/payment-required'],
  ...['grpc/not-grpc', 'net/response-timeout'],
];

function reclassifyPartialFailure(failure: Failure, nodeInfo: CallResult<NodeInfo> | null): GrpcProblem {
  if (nodeInfo?.kind !== 'answer' || !blocks.includes(failure.code)) return failure;
  return { code: 'grpc/reflection-unavailable', data: { detail: describeBriefly(failure) } };
}

function judgeNodeInfo({ reflection, nodeInfo }: GrpcObservation): GrpcProblem[] {
  switch (nodeInfo?.kind) {
    case undefined:
    case 'answer':
      return [];
    case 'failure':
      return [nameCall(nodeInfo.failure, reflection?.result)];
    case 'status': {
      const { code, name, details } = nodeInfo.status;
      if (code !== unimplemented) {
        return [{ code: 'grpc/node-error', data: { call: 'GetNodeInfo', status: name, details } }];
      }
      const names = readNames(reflection?.result);
      return names?.includes(nodeService) === true
        ? [{ code: 'grpc/method-unimplemented', data: { detail: details === '' ? name : details } }]
        : [{ code: 'grpc/service-missing', data: { services: names?.length ?? null } }];
    }
  }
}

/** A time-out of GetNodeInfo alone is not one of the endpoint. */
function nameCall(found: Failure, list: CallResult<ServiceList> | undefined): Failure {
  return found.code === 'net/response-timeout' && list?.kind === 'answer'
    ? { ...found, data: { ...found.data, call: 'GetNodeInfo' } }
    : found;
}

/** The names that reflection listed, null if it listed none. */
export function readNames(result: CallResult<ServiceList> | undefined): readonly string[] | null {
  return result?.kind === 'answer' ? result.answer.names : null;
}

/** Whether a gRPC endpoint serves the chain that is claimed. */
export function judgeGrpcClaim(observation: GrpcObservation): JudgeClaim {
  if (observation.nodeInfo?.kind !== 'answer') return () => [];
  const ids = listChainIds(observation);
  return (claim) => judgeCosmosClaim('grpc', ids, claim);
}

/** The distinct chain ids that an endpoint reported: in its answers of GetNodeInfo, the first one first, and in its newest block. */
export function listChainIds({ nodeInfo, secondInfo, latestBlock }: GrpcObservation): readonly string[] {
  const first = nodeInfo?.kind === 'answer' ? nodeInfo.answer.network : '';
  return listDistinctIds([first, secondInfo?.network, latestBlock?.chainId]);
}

function judgeSync({ syncing, latestBlock, headProblem }: GrpcObservation, now: Date): Problem[] {
  if (syncing === true) return [{ code: 'grpc/syncing', data: {} }];
  if (headProblem !== null) return judgeUnknownHead('grpc', headProblem);
  return latestBlock === null ? [] : judgeHead('grpc', latestBlock, now);
}

function judgeTransport({ transport, connection }: GrpcObservation, now: Date): Problem[] {
  if (transport === 'plaintext') return [{ code: 'grpc/plaintext', data: {} }];
  if (connection === null) return [];
  const noAlpn: Problem[] = connection.alpn === null ? [{ code: 'tls/no-alpn', data: {} }] : [];
  return [
    ...noAlpn,
    ...judgeCertificateEnd(connection, now),
    ...judgeCertificateNames(connection),
    ...judgeCipherSuite(connection),
  ];
}
