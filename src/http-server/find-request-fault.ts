import type { IncomingMessage } from 'node:http';
import type { ProblemDetails } from './problem.js';
import { isAddressed, targetLimitBytes } from './request-target.js';

/** Fields that must occur once: of several, Node takes the first (RFC 9112 section 3.2), a proxy may have taken another. */
const singleFields = ['Host', 'Authorization'] as const;

function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  const isName = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === name.toLowerCase();
  return rawHeaders.findIndex(isName) !== rawHeaders.findLastIndex(isName);
}

/** Why a request cannot be answered, whatever its path; null if it can. */
export function findRequestFault({
  url = '',
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): ProblemDetails | null {
  if (!isAddressed(url, headers.host))
    return { status: 400, detail: 'the request has no valid target or no valid Host header' };
  const repeated = singleFields.find((name) => isRepeated(name, rawHeaders));
  if (repeated !== undefined)
    return { status: 400, detail: `the request has more than one ${repeated} header` };
  if (url.length > targetLimitBytes)
    return { status: 414, detail: `the url is longer than ${targetLimitBytes} bytes` };
  return null;
}
