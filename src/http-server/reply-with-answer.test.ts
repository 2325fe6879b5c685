import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withCodings, withEtag } from './answer.js';
import { replyWithAnswer } from './reply-with-answer.js';

const text = JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ denom: `u${at}` })));
const answer = withCodings(withEtag(text));

async function reply(headers: Record<string, string>, answered = answer) {
  const { status, headers: pairs, body } = await replyWithAnswer(answered, { headers }, 'no-cache');
  const named = Object.fromEntries(
    pairs.flatMap((name, at) => (at % 2 === 0 ? [[name, pairs[at + 1] ?? '']] : [])),
  );
  return { status, headers: named, body };
}

describe('an answer is sent in the coding that the client prefers', () => {
  test.each([
    ['br', (body: Uint8Array) => brotliDecompressSync(body)],
    ['gzip', (body: Uint8Array) => gunzipSync(body)],
  ] as const)('%s', async (coding, decompress) => {
    const { status, headers, body } = await reply({ 'accept-encoding': coding });
    if (typeof body === 'string') throw new Error('not compressed');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(body.length),
      'content-type': 'application/json',
      vary: 'accept-encoding',
    });
    expect(decompress(body).toString()).toBe(text);
    expect(body.length).toBeLessThan(text.length / 2);
  });

  test('or as it is', async () => {
    const { headers, body } = await reply({});
    expect([headers['content-encoding'], headers['vary'], body]).toEqual([
      undefined,
      'accept-encoding',
      text,
    ]);
  });

  test('except small answers, and those that are never compressed', async () => {
    const accepting = { 'accept-encoding': 'br' };
    const small = await reply(accepting, withCodings(withEtag('[]')));
    expect([small.headers['content-encoding'], small.headers['vary'], small.body]).toEqual([
      undefined,
      'accept-encoding',
      '[]',
    ]);
    const plain = await reply(accepting, withEtag(text));
    expect([plain.headers['content-encoding'], plain.headers['vary'], plain.body]).toEqual([
      undefined,
      undefined,
      text,
    ]);
  });

  test('and compressed once for all', async () => {
    const [first, second] = await Promise.all([
      reply({ 'accept-encoding': 'br' }),
      reply({ 'accept-encoding': 'br' }),
    ]);
    expect(first.body).toBe(second.body);
  });
});

test('each coding has another tag, and any of them gets a 304', async () => {
  const tags: string[] = [];
  for (const coding of ['br', 'gzip', 'identity'])
    tags.push((await reply({ 'accept-encoding': coding })).headers['etag'] ?? '');
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) {
    const known = await reply({ 'accept-encoding': 'gzip', 'if-none-match': tag });
    expect(known).toEqual({
      status: 304,
      headers: { 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag },
      body: '',
    });
  }
  const otherReply = await reply({ 'accept-encoding': 'gzip', 'if-none-match': '"other"' });
  expect([otherReply.status, otherReply.headers['etag']]).toEqual([200, tags[1]]);
});
