import type { HttpAnswer } from '../../net/http.js';
import type { Mask } from '../client/mask.js';
import { readJson } from './judge.js';

/**
 * An answer that may be quoted, without the token that it repeats. Called before a text is truncated: the rest of a truncated token would not be
 * found. JSON of status 2xx is not quoted and stays unchanged, since parameters of later calls come from it.
 */
export function hideRepeated(answer: HttpAnswer, mask: Mask): HttpAnswer {
  const { status, headers, body } = answer;
  const isQuoted = status < 200 || status > 299 || readJson(answer) === undefined;
  if (!isQuoted) return answer;
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        typeof value === 'string' ? mask(value) : value?.map(mask),
      ]),
    ),
    // Byte by byte, whatever the encoding: a token is ASCII.
    body: Buffer.from(mask(body.toString('latin1')), 'latin1'),
  };
}
