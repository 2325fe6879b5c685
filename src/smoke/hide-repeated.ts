import type { HttpAnswer } from '../net/http.js';
import { hideToken } from '../query/token.js';
import { readJson } from './judge.js';

/** A shorter token may be part of a text that decides a verdict. */
const shortestHidden = 8;

/**
 * An answer that may be quoted, without the token that it repeats. Called before a text is truncated: the rest of a truncated token would not be
 * found. JSON of status 2xx is not quoted and stays unchanged, since parameters of later calls come from it.
 */
export function hideRepeated(answer: HttpAnswer, token: string): HttpAnswer {
  const { status, headers, body } = answer;
  const isQuoted = status < 200 || status > 299 || readJson(answer) === undefined;
  if (token.length < shortestHidden || !isQuoted) return answer;
  const hide = (text: string) => hideToken(text, token);
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        typeof value === 'string' ? hide(value) : value?.map(hide),
      ]),
    ),
    // Byte by byte, whatever the encoding: a token is ASCII.
    body: Buffer.from(hide(body.toString('latin1')), 'latin1'),
  };
}
