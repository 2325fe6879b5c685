import { join, sep } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSettings, describeInstallation, loadPostgres } from './drivers.js';
import pg from 'pg';
import { UsageError } from '../../../engine/exit-code.js';

test('a package is installed where the program is', () => {
  const chunk = join('endpoint-check', 'dist', 'chunks', 'serve.cjs');
  const global = join(sep, 'usr', 'lib');
  expect(describeInstallation('pg', join(global, 'node_modules', chunk))).toBe(
    `npm install pg in ${global}, where endpoint-check is (with --global if that is installed so)`,
  );
  expect(describeInstallation('pg', join(sep, 'opt', chunk))).toBe('npm install pg');
});

const base = 'postgres://user:password@db.internal/queries';

/** The TLS settings that pg reads from a url. */
function readTls(settings: pg.ClientConfig): unknown {
  // The types of pg leave it out.
  return (new pg.Client(settings) as unknown as { readonly ssl: unknown }).ssl;
}

describe('the TLS mode of a url is the one that pg uses, without its warning', () => {
  test.each<[string, string, unknown]>([
    ['sslmode=prefer', 'sslmode=verify-full', {}],
    ['sslmode=require', 'sslmode=verify-full', {}],
    ['a=b&sslmode=verify-ca&c=d', 'a=b&sslmode=verify-full&c=d', {}],
    ['sslmode=verify-full', 'sslmode=verify-full', {}],
    ['sslmode=no-verify', 'sslmode=no-verify', { rejectUnauthorized: false }],
    [
      'sslmode=require&uselibpqcompat=true',
      'sslmode=require&uselibpqcompat=true',
      { rejectUnauthorized: false },
    ],
    ['sslmode=disable', 'sslmode=disable', false],
    ['', '', false],
  ])('%s', async (params, passed, expected) => {
    const warnings: string[] = [];
    const keep = ({ message }: Error) => warnings.push(message);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const settings = createSettings(`${base}?${params}`);
    expect(settings.connectionString).toBe(`${base}?${passed}`);
    expect(readTls(settings)).toEqual(expected);
    // Warnings come in a later turn; this one comes once in a process.
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });
});

const malformed =
  'malformed url: write postgres://user:password@host:5432/database, with special characters of the password percent-encoded';
const severalHosts =
  'the url names several hosts: name one, such as an address that always leads to the primary';

test.each([
  ['user:s3cr3t@host:port/name', malformed],
  ['user:s3cr3t/x@127.0.0.1/name', malformed],
  ['us,er:s3cr3t,@one.internal,two.internal/name', severalHosts],
  ['us,er:s3cr3t,@one.internal:5432,two.internal:5432/name', severalHosts],
  ['us,er:s3cr3t,@[::1],two.internal/name?target_session_attrs=primary', severalHosts],
  [
    'user:s3cr3t@host/name?sslrootcert=/nowhere/ca.pem',
    'a file that the url names in sslrootcert, sslcert or sslkey cannot be read (ENOENT)',
  ],
  [
    'user:s3cr3t@host/name?sslmode=verify-full&sslrootcert=/dev/zero',
    'what the url names in sslrootcert is not a regular file',
  ],
  [
    'user:s3cr3t@host/name?sslmode=verify-ca&uselibpqcompat=true',
    'sslmode=verify-ca needs sslrootcert=<file> in the url',
  ],
])('a url that cannot be used is a usage error without its password: %s', async (rest, message) => {
  const error: unknown = await loadPostgres(`postgres://${rest}`).catch((reason: unknown) => reason);
  expect(error).toEqual(new UsageError([`--database: ${message}`]));
});
