import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSettings } from './connection.js';

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
