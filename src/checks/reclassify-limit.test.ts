import { describe, expect, test } from 'vitest';
import { failure } from '../model/failure.js';
import { reclassifyLimit } from './reclassify-limit.js';

describe('beside a call that the node answered', () => {
  test('HTTP 503 is a limit', () => {
    expect(reclassifyLimit(failure('http/upstream-down', { said: 'HTTP 503' }))).toEqual(
      failure('net/rate-limited', { said: 'HTTP 503', retryAfterMs: null }),
    );
  });

  test.each([
    failure('http/upstream-down', { said: 'HTTP 502' }),
    failure('http/upstream-down', { said: 'UNAVAILABLE: no healthy upstream' }),
    failure('http/forbidden', { said: 'HTTP 403' }),
  ])('$code ($data.said) is what it is', (found) => {
    expect(reclassifyLimit(found)).toEqual(found);
  });
});
