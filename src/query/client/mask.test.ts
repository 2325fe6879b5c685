import { describe, expect, test } from 'vitest';
import { createMask } from './mask.js';

const token = 'long/secret+Token_0123456789~.-==';
const each = (encode: (char: string) => string) => Array.from(token, encode).join('');
const hexOf = (char: string) => char.charCodeAt(0).toString(16);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a token is masked', () => {
  test.each([
    ['verbatim', token],
    ['as urls encode it', encodeURIComponent(token)],
    ['as urls encode it, in small letters', encodeURIComponent(token).toLowerCase()],
    ['twice', encodeURIComponent(encodeURIComponent(token))],
    ['percent-encoded', each((char) => `%${hexOf(char)}`)],
    ['in part', token.replace('secret', '%73ecre%74')],
    ['in large letters', token.toUpperCase()],
    ['as JSON with escaped slashes', token.replaceAll('/', '\\/')],
    ['as JSON with escapes', each((char) => `\\u00${hexOf(char)}`)],
    ['as JSON in JSON', each((char) => `\\\\u00${hexOf(char).toUpperCase()}`)],
    ['as a string of JavaScript', each((char) => `\\x${hexOf(char)}`)],
    ['as HTML', each((char) => `&#${char.charCodeAt(0)};`)],
    ['as HTML with hexadecimal digits', each((char) => `&amp;#x${hexOf(char)};`)],
    ['as HTML with names', token.replace('/', '&sol;').replace('+', '&plus;')],
    ['as hexadecimal digits', Buffer.from(token).toString('hex')],
    ['as Base64', base64(token)],
    ['as Base64 after one byte', base64(`:${token}`)],
    ['as Base64 in a longer text', base64(`the token ${token}!`)],
    ['as Base64 for urls', Buffer.from(token).toString('base64url')],
    ['as Base64 in lines', base64(token).replaceAll(/.{8}/g, '$&\r\n')],
    ['as Base64 in lines of JSON', base64(token).replaceAll(/.{8}/g, String.raw`$&\r\n`)],
    ['with something invisible between', each((char) => `${char}\u200b`)],
    ['with zeros between', each((char) => `${char}\0`)],
  ])('%s', (_, encoded) => {
    const masked = createMask(token)(`you sent "${encoded}" to us`);
    expect(masked).toMatch(/^you sent ".*" to us$/s);
    const rest = masked.slice('you sent "'.length, -'" to us'.length);
    // A digit of Base64 at an edge is of other bytes too.
    expect(rest.replaceAll('*', '').length).toBeLessThan(rest.length / 3);
    expect(rest).toContain('*'.repeat(12));
  });

  test('as often as it is there, and nothing else is', () => {
    expect(createMask('a.b')('a.b, "a.b" and axb')).toBe('***, "***" and axb');
    expect(createMask(token)('long secret, 0123456789 and \\u0041')).toBe(
      'long secret, 0123456789 and \\u0041',
    );
  });

  test.each([
    ['verbatim', (text: string) => text],
    ['percent-encoded', (text: string) => text.replaceAll(/./g, (char) => `%${hexOf(char)}`)],
    ['as Base64', base64],
  ])('of the greatest length, %s', (_, encode) => {
    const long = Array.from({ length: 2_000 }, (_, at) => String(1_000 + at)).join('');
    const mask = createMask(long);
    // Base64 has digits at its edge that are of other bytes too.
    expect(mask(encode(long)).replaceAll('*', '').length).toBeLessThan(3);
    const part = encode(long.slice(0, -4));
    expect(mask(part)).toBe(part);
  });

  test.each(['\\', '%25', '&amp;', ' ', 'l', 'l\\'])('in time, however often %j is there', (repeated) => {
    const text = repeated.repeat(200_000);
    expect(createMask(token)(text)).toBe(text);
  });
});
