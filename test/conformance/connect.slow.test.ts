import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { createDirectory } from '../support/directory.js';
import { cacheDirectory } from '../support/packages.js';
import { createTrust } from '../support/servers.js';
import { downloadGoModule } from './go-module.js';
import { describe, expect, test } from 'vitest';

/** The version of https://github.com/connectrpc/conformance. */
const version = 'v1.0.7';
const module = 'connectrpc.com/conformance';
const directory = join(cacheDirectory, `connectconformance-${version}`);
const runner = join(directory, 'connectconformance');

/** Installs the suite once for this machine; resolves to where its schemas are, and why it is not here, empty if it is. Never rejects. */
async function installSuite() {
  const { directory: source, skipped } = await downloadGoModule(module, version);
  if (skipped !== '') return { schemas: '', skipped };
  try {
    if (!existsSync(runner)) {
      await mkdir(directory, { recursive: true });
      const env = { ...process.env, GOBIN: directory };
      await promisify(execFile)('go', ['install', `${module}/cmd/connectconformance@${version}`], { env });
    }
    return { schemas: join(source, 'proto'), skipped: '' };
  } catch (error) {
    const [reason = ''] = String(error).split('\n');
    return { schemas: '', skipped: ` (skipped: ${reason})` };
  }
}

/** Servers are not told the budget of a probe; other cases exceed it. */
const skippedCases = 'Deadline Propagation/**';

/**
 * Runs the cases of a client with these features (of `config.proto`), over plaintext and over TLS, at servers of this machine. Resolves to the
 * complaints about each case that did not pass, too.
 */
async function runSuite(features: object) {
  const trust = await createTrust();
  const { cert, key } = await trust.issue();
  const config = stringify({ features });
  const files = await createDirectory({ 'config.yaml': config, 'cert.pem': cert, 'key.pem': key });
  const options = { conf: 'config.yaml', cert: 'cert.pem', key: 'key.pem' };
  const args = Object.entries(options).flatMap(([name, file]) => [`--${name}`, join(files, file)]);
  const client = [process.execPath, 'test/conformance/connect-process.js', schemas];
  const child = spawn(runner, ['--mode', 'client', '--skip', skippedCases, ...args, '--', ...client], {
    env: { ...process.env, ...trust.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [, total, passed] = /^Total cases: (\d+)\n(\d+) passed/m.exec(output) ?? [];
  if (passed === undefined) throw new Error(`the suite ended with: ${output}${errors}`);
  const failed = [...output.matchAll(/^FAILED: (.*):\n((?:\t.*\n)*)/gm)].map(
    ([, name = '', complaints = '']) => [name, complaints] as const,
  );
  return { total: Number(total), passed: Number(passed), failed: new Map(failed) };
}

const { schemas, skipped } = await installSuite();

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
      const { total, passed, failed } = await runSuite(protocols[protocol]);
      const { counts, unexpected } = judge(failed);
      expect(unexpected).toEqual({});
      expect({ total, passed, counts }).toEqual(expected);
      expect(passed + failed.size).toBe(total);
    },
  );
});
