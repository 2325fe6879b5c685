import { describe, expect, test } from 'vitest';
import { failure } from '../../model/failure.js';
import { reclassifyLimit } from './outcome.js';

describe('beside a call that the node answered', () => {
  test.each(['HTTP 503', 'HTTP 503, "No server is available to handle this request"'])(
    '%s is a limit',
    (detail) => {
      expect(reclassifyLimit(failure('http/upstream-down', { detail }))).toEqual(
        failure('net/rate-limited', { detail, retryAfterMs: null }),
      );
    },
  );

  test.each([
    failure('http/upstream-down', { detail: 'HTTP 502' }),
    failure('http/upstream-down', { detail: 'HTTP 503, "no available server"' }),
    failure('http/upstream-down', { detail: 'UNAVAILABLE: no healthy upstream' }),
    failure('http/upstream-down', { detail: 'UNAVAILABLE: node is starting' }),
    failure('http/upstream-down', { detail: 'UNAVAILABLE: server is shutting down' }),
    failure('http/upstream-down', { detail: 'UNAVAILABLE: the store is not ready' }),
    failure('http/forbidden', { detail: 'HTTP 403' }),
  ])('$code ($data.detail) is unchanged', (found) => {
    expect(reclassifyLimit(found)).toEqual(found);
  });
});
