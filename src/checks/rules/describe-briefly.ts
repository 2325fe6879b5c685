import { formatKiB } from '../../model/amount.js';
import type { Problem } from '../../model/rule.js';

/** Why a request has no result, in a few words, for the message of another problem. */
export function describeBriefly({ code, data }: Problem): string {
  const { detail, details, limitMs, limitBytes, contentType, reason, status } = data;
  const quoted = typeof detail === 'string' && detail !== '' ? detail : null;
  const [, name = ''] = code.split('/');
  switch (name) {
    case 'rpc-error':
      return `error ${Number(data['code'])}${quoted === null ? '' : `, "${quoted}"`}`;
    case 'node-error':
      return [status, details]
        .flatMap((part) => (typeof part === 'string' && part !== '' ? [part] : []))
        .join(': ');
    case 'malformed-response':
      return `a malformed answer${typeof reason === 'string' ? `: ${reason}` : ''}`;
    case 'method-missing':
      return code.startsWith('rest/') ? 'it is not implemented' : 'the method does not exist';
    case 'response-timeout':
      return `no answer within ${Number(limitMs) / 1_000} s`;
    case 'response-too-large':
      return `it is larger than ${formatKiB(Number(limitBytes))}`;
    case 'not-json':
      if (data['arrivedBytes'] !== undefined) return 'it ends too early';
      return typeof contentType === 'string' && contentType.includes('html')
        ? 'a web page'
        : 'it is not JSON';
    case 'not-grpc':
      return typeof contentType === 'string' ? contentType : code;
    case 'bad-envelope':
      return typeof reason === 'string' ? reason : code;
    case 'status':
    case 'redirect':
    case 'upgrade-refused':
      return `HTTP ${Number(status)}${quoted === null ? '' : `, "${quoted}"`}`;
    default:
      return quoted ?? code;
  }
}
