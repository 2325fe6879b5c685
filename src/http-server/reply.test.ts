import { describe, expect, test } from 'vitest';
import { createAnswer, replyWithAnswer } from './reply.js';

const answer = createAnswer(JSON.stringify('a'.repeat(2_000)));

describe('the coding of an answer', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.9', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip ; q=0.5 , br\t;\tQ=0.6', 'br'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip;q=0, br;q=0.000', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity;q=0, *;q=0.1', 'br'],
    ['identity;q=0', 'identity'],
    ['deflate', 'identity'],
    ['gzip;q=2, br;q=, zstd', 'identity'],
    ['gzip;level=9', 'identity'],
    ['gzip,,br;q=0.1,', 'gzip'],
    ['gzip;q=0.1234', 'identity'],
    ['constructor, __proto__', 'identity'],
  ])('with %j is %s', async (acceptEncoding, expected) => {
    const { headers } = await replyWithAnswer(answer, { 'accept-encoding': acceptEncoding }, {});
    expect(headers['content-encoding'] ?? 'identity').toBe(expected);
  });
});
