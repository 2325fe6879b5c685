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

/** The version of https://github.com/connectrpc/conformance. */
const version = 'v1.0.7';
const module = 'connectrpc.com/conformance';
const directory = join(cacheDirectory, `connectconformance-${version}`);
const runner = join(directory, 'connectconformance');

/** The suite, as it is on this machine. */
export interface ConnectSuite {
  /** Where its schemas are. */
  readonly schemas: string;
  /** Why it is not here, empty if it is. */
  readonly skipped: string;
}

/** Installs the suite once for this machine. Never rejects. */
export async function installConnectSuite(): Promise<ConnectSuite> {
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

/** The features by which the suite's cases are chosen: Features of its `config.proto`. */
export type Features = Readonly<Record<string, readonly string[] | boolean>>;

/** The results of the suite. */
export interface ConnectResults {
  readonly total: number;
  readonly passed: number;
  /** The complaints about each case that did not pass. */
  readonly failed: ReadonlyMap<string, string>;
}

/** Servers are not told the budget of a probe; other cases exceed it. */
const skippedCases = 'Deadline Propagation/**';

/** Runs the cases of a client with these features, over plaintext and over TLS, at servers of this machine. */
export async function runConnectSuite(schemas: string, features: Features): Promise<ConnectResults> {
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
