import type { Failure } from '../../../model/failure.js';
import type { ProblemOf } from '../../../model/rule.js';
import type { CallResult } from '../../../net/grpc/connection.js';
import type { NodeInfo, ServiceList } from '../../../net/grpc/messages.js';
import type { Transport } from '../../../net/grpc/session.js';
import { type NodeAnswers, noAnswers } from '../../node/observation.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import type { TlsData } from '../../rules/tls.js';
import { cosmosFacts, describeGrpcNode, softwareFacts } from '../judge.js';
import type { GrpcAnswers } from './calls.js';
import type { GrpcData } from './rules.js';

type GrpcProblem = ProblemOf<GrpcData & TlsData> | Failure;

const unimplemented = 12;
const nodeService = 'cosmos.base.tendermint.v1beta1.Service';

/** The facts that only a gRPC endpoint has. */
export const grpcFacts = {
  transport: null,
  reflection: null,
  services: null,
  ...softwareFacts,
  ...cosmosFacts,
};

/** A node has some dozens; a hostile one fills memory with them. */
const servicesShown = 500;

/** What the answers of a gRPC endpoint say of the node. Pure. */
export function describeAnswers(
  { reflection, nodeInfo, node }: GrpcAnswers,
  { alpn, transport }: { readonly alpn: string | null; readonly transport: Transport | null },
): NodeAnswers {
  const answers = describeGrpcNode('grpc', node);
  const services = readNames(reflection?.result);
  return {
    ...answers,
    // Without an answer of GetNodeInfo no chain id is missing.
    ...(nodeInfo?.kind === 'answer' ? {} : { judgeClaim: noAnswers.judgeClaim }),
    problems: [
      ...answers.problems,
      ...judgeReflection(reflection, nodeInfo),
      ...judgeNodeInfo(reflection, nodeInfo),
      ...(transport === 'tls' && alpn === null ? [{ code: 'tls/no-alpn', data: {} }] : []),
    ],
    facts: {
      ...answers.facts,
      transport,
      reflection: services === null ? null : (reflection?.version ?? null),
      services: services?.slice(0, servicesShown) ?? null,
    },
  };
}

/** Envoy's answer without a route: UNIMPLEMENTED to every call, without a message (its router's `NR`). */
export function isNotRouted({ reflection, nodeInfo }: GrpcAnswers): boolean {
  return [reflection?.result, nodeInfo].every(
    (result) =>
      result?.kind === 'status' && result.status.code === unimplemented && result.status.details === '',
  );
}

function judgeReflection(
  reflection: GrpcAnswers['reflection'],
  nodeInfo: GrpcAnswers['nodeInfo'],
): GrpcProblem[] {
  const result = reflection?.result;
  switch (result?.kind) {
    case undefined:
      return [];
    case 'failure':
      return [reclassifyPartialFailure(result.failure, nodeInfo)];
    case 'status': {
      const { code, name, details } = result.status;
      // A server that lacks the service of a node as well has nothing registered: one cause.
      if (code === unimplemented)
        return nodeInfo?.kind === 'status' && nodeInfo.status.code === unimplemented
          ? []
          : [{ code: 'grpc/reflection-unavailable', data: { detail: name } }];
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

function judgeNodeInfo(
  reflection: GrpcAnswers['reflection'],
  nodeInfo: GrpcAnswers['nodeInfo'],
): GrpcProblem[] {
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
function readNames(result: CallResult<ServiceList> | undefined): readonly string[] | null {
  return result?.kind === 'answer' ? result.answer.names : null;
}
