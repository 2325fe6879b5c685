import { describe, expect, test } from 'vitest';
import { installConnectSuite, runConnectSuite } from './connect.js';

const { schemas, skipped } = await installConnectSuite();

const features = {
  codecs: ['CODEC_PROTO'],
  // Of requests. The servers compress their answers if they may.
  compressions: ['COMPRESSION_IDENTITY'],
  stream_types: ['STREAM_TYPE_UNARY'],
  supports_tls: true,
  // Our User-Agent is the same for all calls.
  supports_message_receive_limit: false,
};

const protocols = {
  gRPC: { ...features, versions: ['HTTP_VERSION_2'], protocols: ['PROTOCOL_GRPC'], supports_h2c: true },
  'gRPC-web': {
    ...features,
    versions: ['HTTP_VERSION_1'],
    protocols: ['PROTOCOL_GRPC_WEB'],
    supports_h2c: false,
  },
};

/** The suite's demands on clients that probes do not meet. */
const lacks = {
  /** Nothing is read of grpc-status-details-bin. */
  'details of errors': /actual error contain 0 details; expecting \d+/g,
  /** Only some calls read header fields, and errors have none. */
  'header fields': /actual response (headers|metadata) missing "[\w-]+"/g,
  trailers: /actual response trailers missing "[\w-]+"/g,
};

/** How many cases fail for features that probes lack, and the remaining complaints of the suite, by case. */
function judge(failed: ReadonlyMap<string, string>) {
  const counts: Record<string, number> = {};
  const unexpected: Record<string, string> = {};
  for (const [name, complaints] of failed) {
    let rest = complaints;
    for (const [lack, pattern] of Object.entries(lacks)) {
      const without = rest.replace(pattern, '');
      if (without !== rest) counts[lack] = (counts[lack] ?? 0) + 1;
      rest = without;
    }
    if (/[^\s;]/.test(rest)) unexpected[name] = rest;
  }
  return { counts, unexpected };
}

describe.skipIf(skipped !== '')(`the conformance suite of Connect${skipped}`, () => {
  test.each([
    {
      protocol: 'gRPC',
      total: 138,
      passed: 65,
      counts: { 'details of errors': 57, 'header fields': 10, trailers: 22 },
    },
    {
      protocol: 'gRPC-web',
      total: 142,
      passed: 67,
      counts: { 'details of errors': 57, 'header fields': 20, trailers: 24 },
    },
  ] as const)(
    'finds that calls of $protocol pass $passed of $total cases, and fail only by features that probes lack',
    async ({ protocol, ...expected }) => {
      const { total, passed, failed } = await runConnectSuite(schemas, protocols[protocol]);
      const { counts, unexpected } = judge(failed);
      expect(unexpected).toEqual({});
      expect({ total, passed, counts }).toEqual(expected);
      expect(passed + failed.size).toBe(total);
    },
  );
});
