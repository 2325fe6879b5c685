import { describe, expect, test } from 'vitest';
import { type CheckOptions, completeOptions } from './check-options.js';
import { UsageError } from './usage-error.js';

function complain(options: CheckOptions): readonly string[] {
  try {
    completeOptions(options);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.errors;
    throw error;
  }
}

describe('what is not given has its default', () => {
  test('all of it', () => {
    const { signal, onProgress, ...rest } = completeOptions({});
    expect(rest).toEqual({
      only: new Set(['grpc', 'evm']),
      network: true,
      timeoutMs: 20_000,
      retries: 2,
      concurrency: 256,
      perHost: 4,
      allowPrivate: false,
    });
    expect(signal.aborted).toBe(false);
    expect(onProgress(0, 0)).toBeUndefined();
  });

  test('what is given stays', () => {
    const given = {
      only: new Set(['evm']),
      network: false,
      timeoutMs: 1,
      retries: 0,
      concurrency: 1,
      perHost: 1,
      allowPrivate: true,
      signal: AbortSignal.abort(),
      onProgress: () => undefined,
    };
    expect(completeOptions(given)).toEqual(given);
    expect(completeOptions({ only: ['grpc'] }).only).toEqual(new Set(['grpc']));
  });
});

describe('a value that cannot be used is named', () => {
  const longest = 2_147_483_647;

  test.each<[CheckOptions, string]>([
    [{ timeoutMs: 0 }, `timeoutMs: 0 is not a whole number from 1 to ${longest}`],
    [{ timeoutMs: -5 }, `timeoutMs: -5 is not a whole number from 1 to ${longest}`],
    [{ timeoutMs: 1.5 }, `timeoutMs: 1.5 is not a whole number from 1 to ${longest}`],
    [{ timeoutMs: Number.NaN }, `timeoutMs: NaN is not a whole number from 1 to ${longest}`],
    [{ timeoutMs: Infinity }, `timeoutMs: Infinity is not a whole number from 1 to ${longest}`],
    // Node's timer would fire at once, and every endpoint would be too slow.
    [{ timeoutMs: longest + 1 }, `timeoutMs: 2147483648 is not a whole number from 1 to ${longest}`],
    [{ retries: -1 }, `retries: -1 is not a whole number from 0 to ${longest}`],
    [{ concurrency: 0 }, `concurrency: 0 is not a whole number from 1 to ${longest}`],
    [{ perHost: 0 }, `perHost: 0 is not a whole number from 1 to ${longest}`],
    [{ only: ['rest'] }, 'unknown kind "rest": expected grpc or evm'],
    [{ only: [''] }, 'there is no kind ; there are grpc, evm'],
  ])('%j', (options, usageError) => {
    expect(complain(options)).toEqual([usageError]);
  });

  test('all of them at once, in one message', () => {
    const options = {
      only: ['grpc', 'rest', 'rpc'],
      timeoutMs: 0,
      retries: 0.5,
      concurrency: -1,
      perHost: 0,
    };
    const usageErrors = complain(options);
    expect(usageErrors.map((usageError) => /^[\w ]+(?=[:;])/.exec(usageError)?.[0])).toEqual([
      'there is no kind rest',
      'there is no kind rpc',
      'timeoutMs',
      'retries',
      'concurrency',
      'perHost',
    ]);
    expect(() => completeOptions(options)).toThrow(usageErrors.join('; '));
  });

  test('the longest time that a timer holds is let through', () => {
    expect(complain({ timeoutMs: longest })).toEqual([]);
  });
});
