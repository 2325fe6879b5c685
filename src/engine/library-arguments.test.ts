import { describe, expect, test } from 'vitest';
import { describeUnknownKind } from '../checks/index.js';
import { defaultUserAgent } from '../net/probe-context.js';
import { writeLibraryOption } from '../model/write-option.js';
import { completeOptions } from './library-arguments.js';
import { UsageError } from './exit-code.js';

function listErrors(options: object): readonly string[] {
  try {
    completeOptions(options);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.errors;
    throw error;
  }
}

describe('an option that is not set has its default', () => {
  test('all of it', () => {
    const { signal, onProgress, writeOption, ...rest } = completeOptions({});
    expect(rest).toEqual({
      only: null,
      network: true,
      timeoutMs: 20_000,
      retries: 2,
      concurrency: 256,
      perHost: 4,
      references: 2,
      allowPrivate: false,
      userAgent: defaultUserAgent,
      cors: false,
      capabilities: false,
      peers: false,
    });
    expect(signal.aborted).toBe(false);
    expect(writeOption).toBe(writeLibraryOption);
    expect(onProgress(0, 0)).toBeUndefined();
  });

  test('none of them', () => {
    const options = {
      only: new Set(['evm'] as const),
      network: false,
      timeoutMs: 1,
      retries: 0,
      concurrency: 1,
      perHost: 1,
      references: 1,
      allowPrivate: true,
      userAgent: 'a registry (mail@example.com)',
      cors: true,
      capabilities: true,
      peers: true,
      signal: AbortSignal.abort(),
      onProgress: () => undefined,
    };
    expect(completeOptions(options)).toEqual({ ...options, writeOption: writeLibraryOption });
    expect(completeOptions({ only: ['grpc'] }).only).toEqual(new Set(['grpc']));
  });
});

describe('an invalid value is a usage error', () => {
  const longest = 3_600_000;

  test.each<[object, string]>([
    [{ timeoutMs: 0 }, `timeoutMs: expected an integer from 1 to ${longest}, got 0`],
    [{ timeoutMs: -5 }, `timeoutMs: expected an integer from 1 to ${longest}, got -5`],
    [{ timeoutMs: 1.5 }, `timeoutMs: expected an integer from 1 to ${longest}, got 1.5`],
    [{ timeoutMs: Number.NaN }, `timeoutMs: expected an integer from 1 to ${longest}, got NaN`],
    [{ timeoutMs: Infinity }, `timeoutMs: expected an integer from 1 to ${longest}, got Infinity`],
    [{ timeoutMs: longest + 1 }, `timeoutMs: expected an integer from 1 to ${longest}, got 3600001`],
    [{ retries: -1 }, 'retries: expected an integer from 0 to 10, got -1'],
    [{ concurrency: 0 }, 'concurrency: expected an integer from 1 to 1000, got 0'],
    [{ perHost: 0 }, 'perHost: expected an integer from 1 to 1000, got 0'],
    [{ only: ['lcd'] }, `only: ${describeUnknownKind('lcd')}`],
    [{ only: [''] }, `only: ${describeUnknownKind('')}`],
    [{ only: ['grcp'] }, `only: ${describeUnknownKind('grcp')}`],
    [{ only: [] }, 'only: expected at least one kind, got none'],
    [{ only: 'grpc' }, 'only: expected a list of kinds, got "grpc"'],
    [{ network: 'no' }, 'network: expected a boolean, got "no"'],
    [{ userAgent: 7 }, 'userAgent: expected a string, got 7'],
    [{ onProgress: true }, 'onProgress: expected a function, got true'],
    [{ signal: new AbortController() }, 'signal: expected an AbortSignal, got an object'],
    [{ only: 7 }, 'only: expected a list of kinds, got 7'],
    [{ constructor: 7 }, 'unknown option constructor'],
  ])('%j', (options, error) => {
    expect(listErrors(options)).toEqual([error]);
  });

  test('all of them at once, in one message', () => {
    const options = {
      only: ['grpc', 'lcd', 'sui'],
      timeoutMs: 0,
      retries: 0.5,
      concurrency: -1,
      perHost: 0,
    } as object;
    const errors = listErrors(options);
    expect(errors.map((error) => /^\w+/.exec(error)?.[0])).toEqual([
      'only',
      'only',
      'timeoutMs',
      'retries',
      'concurrency',
      'perHost',
    ]);
    expect(() => completeOptions(options)).toThrow(errors.join('; '));
  });

  test('an hour is allowed', () => {
    expect(listErrors({ timeoutMs: longest })).toEqual([]);
  });

  test('an iterator is read once', () => {
    const kinds = new Set(['grpc', 'evm'] as const);
    expect(completeOptions({ only: kinds.values() }).only).toEqual(kinds);
  });
});

describe('what chooseProxy gives is validated when it is used', () => {
  const proxy = { host: 'proxy.example', port: 3128, authorization: null };

  test.each([null, undefined, proxy, { ...proxy, authorization: 'Basic eA==' }])(
    '%j is a proxy, or none',
    (given) => {
      const { chooseProxy } = completeOptions({ chooseProxy: () => given });
      expect(chooseProxy?.('a.example')).toEqual(given ?? null);
    },
  );

  test.each([
    ['http://localhost:3', 'expected { host, port, authorization } or null, got "http://localhost:3"'],
    [{ ...proxy, host: '' }, 'host: expected a name, got ""'],
    [{ ...proxy, port: '3128' }, 'port: expected an integer from 1 to 65535, got "3128"'],
    [{ ...proxy, port: 65_536 }, 'port: expected an integer from 1 to 65535, got 65536'],
    [{ ...proxy, authorization: undefined }, 'authorization: expected a string or null, got undefined'],
  ])('%j is an error', (given, fault) => {
    const { chooseProxy } = completeOptions({ chooseProxy: () => given });
    expect(() => chooseProxy?.('a.example')).toThrow(new UsageError([`chooseProxy: ${fault}`]));
  });
});
