import type { GrpcWebData } from '../../src/checks/cosmos/grpc-web/rules.js';
import type { Failure } from '../../src/model/failure.js';
import type { ProblemOf } from '../../src/model/rule.js';

/** An error of a call in terms of gRPC: the name of its code, and the server's message or the probe's text. */
export interface CallError {
  readonly code: string;
  readonly message: string;
}

/** The code that each client of gRPC gives an HTTP status, https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md. */
const httpCodes: Readonly<Record<number, string>> = {
  400: 'INTERNAL',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'UNIMPLEMENTED',
  429: 'UNAVAILABLE',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** The gRPC error of a probe's problem. */
export function describeError(problem: Failure | ProblemOf<GrpcWebData>): CallError {
  switch (problem.code) {
    case 'http/status':
    case 'http/redirect':
      return { code: httpCodes[problem.data.status] ?? 'UNKNOWN', message: `HTTP ${problem.data.status}` };
    case 'http/auth-required':
    case 'http/forbidden':
    case 'http/upstream-down':
    case 'net/rate-limited':
      return readDetail(problem.data.detail);
    case 'grpc-web/node-error':
      return { code: problem.data.status, message: problem.data.details };
    case 'grpc-web/service-missing':
    case 'grpc-web/method-unimplemented':
      return { code: 'UNIMPLEMENTED', message: problem.data.detail };
    case 'grpc/malformed-response':
    case 'grpc-web/malformed-response': {
      const { reason } = problem.data;
      // A wrong number of messages for the method.
      const isCount = ['no message', 'more than one message'].includes(reason);
      return { code: isCount ? 'UNIMPLEMENTED' : 'INTERNAL', message: reason };
    }
    case 'grpc/no-status':
    case 'grpc-web/no-status':
      return { code: 'INTERNAL', message: 'no status' };
    case 'net/connect-timeout':
    case 'net/response-timeout':
      return { code: 'DEADLINE_EXCEEDED', message: 'the budget of the probe is used up' };
    default:
      return { code: 'UNKNOWN', message: JSON.stringify(problem) };
  }
}

/** The quoted part of a failure: an HTTP status, or a status of gRPC with its message. */
function readDetail(detail: string): CallError {
  const [, status] = /^HTTP (\d+)/.exec(detail) ?? [];
  if (status !== undefined) return { code: httpCodes[Number(status)] ?? 'UNKNOWN', message: detail };
  const [, code = 'UNKNOWN', message = ''] = /^([A-Z_]+)(?:: ([^]*))?$/.exec(detail) ?? [];
  return { code, message };
}
