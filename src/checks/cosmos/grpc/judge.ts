import type { RuleProblem } from '../../../model/rule.js';
import type { CallResult } from '../../../net/grpc/connection.js';
import { noAnswers, type NodeAnswers } from '../../node/observation.js';
import { describeBriefly } from '../../rules/describe-briefly.js';
import { cosmosFacts, describeGrpcNode, softwareFacts } from '../judge.js';
import { type GrpcAnswers, nodeError } from './calls.js';

const nodeService = 'cosmos.base.tendermint.v1beta1.Service';

export const grpcFacts = {
  transport: null,
  reflection: null,
  services: null,
  ...softwareFacts,
  ...cosmosFacts,
};

/** A node has some dozens; a hostile one fills memory with them. */
const servicesShown = 500;

export function describeAnswers(answers: GrpcAnswers): NodeAnswers {
  const node = describeGrpcNode('grpc', answers.node);
  const names = listNames(answers);
  return {
    ...node,
    // Without an answer of GetNodeInfo no chain id is missing.
    ...(answers.nodeInfo.kind === 'answer' ? {} : { judgeClaim: noAnswers.judgeClaim }),
    problems: [...node.problems, ...judgeReflection(answers), ...judgeNodeInfo(answers)],
    facts: {
      ...node.facts,
      reflection: names === null ? null : answers.version,
      services: names?.slice(0, servicesShown) ?? null,
    },
  };
}

/** Envoy's answer without a route: UNIMPLEMENTED to every call, without a message (its router's `NR`). */
export function isNotRouted({ services, nodeInfo }: GrpcAnswers): boolean {
  return [services, nodeInfo].every((result) => isUnimplemented(result) && result.status.details === '');
}

function isUnimplemented(result: CallResult<unknown>): result is CallResult<never> & { kind: 'status' } {
  return result.kind === 'status' && result.status.name === 'UNIMPLEMENTED';
}

/** Failures of reflection that say only that it is blocked, if the node answers other calls. */
const blocks: readonly string[] = [
  'http/status',
  'http/forbidden',
  'http/auth-required',
  'http/payment-required',
  'grpc/not-grpc',
  'net/response-timeout',
];

function judgeReflection({ services, nodeInfo }: GrpcAnswers): RuleProblem[] {
  const call = 'server reflection';
  switch (services.kind) {
    case 'failure': {
      const { failure } = services;
      if (nodeInfo.kind !== 'answer' || !blocks.includes(failure.code)) return [failure];
      return [{ code: 'grpc/reflection-unavailable', data: { detail: describeBriefly(failure) } }];
    }
    case 'status': {
      const { name, details } = services.status;
      if (!isUnimplemented(services)) return [nodeError(call, name, details)];
      // A server that lacks the service of a node as well has nothing registered: one cause.
      if (isUnimplemented(nodeInfo)) return [];
      return [{ code: 'grpc/reflection-unavailable', data: { detail: name } }];
    }
    case 'answer': {
      const list = services.answer;
      return list.names === null ? [nodeError(call, `error ${list.errorCode}`, list.message)] : [];
    }
  }
}

function judgeNodeInfo({ services, nodeInfo }: GrpcAnswers): RuleProblem[] {
  switch (nodeInfo.kind) {
    case 'answer':
      return [];
    case 'failure': {
      const { failure } = nodeInfo;
      // A time-out of GetNodeInfo alone is not one of the endpoint.
      return failure.code === 'net/response-timeout' && services.kind === 'answer'
        ? [{ ...failure, data: { ...failure.data, call: 'GetNodeInfo' } }]
        : [failure];
    }
    case 'status': {
      const { name, details } = nodeInfo.status;
      if (!isUnimplemented(nodeInfo)) return [nodeError('GetNodeInfo', name, details)];
      const names = listNames({ services });
      return names?.includes(nodeService) === true
        ? [{ code: 'grpc/method-unimplemented', data: { detail: details === '' ? name : details } }]
        : [{ code: 'grpc/service-missing', data: { services: names?.length ?? null } }];
    }
  }
}

function listNames({ services }: Pick<GrpcAnswers, 'services'>): readonly string[] | null {
  return services.kind === 'answer' ? services.answer.names : null;
}
