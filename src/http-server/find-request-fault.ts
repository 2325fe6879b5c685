import type { IncomingMessage } from 'node:http';
import type { ProblemDetails } from './problem.js';
import { isAddressed, targetLimitBytes } from './request-target.js';

/** Why a request cannot be answered whatever it asks for; null where it can. */
export function findRequestFault({
  url = '',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): ProblemDetails | null {
  if (!isAddressed(url, headers.host))
    return { status: 400, detail: 'the request has no valid target or no valid Host header' };
  if (url.length > targetLimitBytes)
    return { status: 414, detail: `the url is longer than ${targetLimitBytes} bytes` };
  return null;
}
