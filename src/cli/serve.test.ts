import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { readDatabasePlace } from './serve.js';

const url = 'postgres://user:s3cr3t@host/name';

/** The url, and the errors, none of which may contain a secret. */
async function read(option: string | null, env: Readonly<Record<string, string>> = {}) {
  const cwd = await createDirectory({ password: 's3cr3t/ &+\n' });
  const errors: string[] = [];
  const found = readDatabasePlace(option, { cwd, env }, errors);
  expect(errors.join()).not.toContain('s3cr3t');
  return { found, errors };
}

describe('where the database is', () => {
  test('is the option, else the variable, else a temporary file', async () => {
    const env = { ENDPOINT_CHECK_DATABASE: 'postgresql://other/name' };
    expect(await read(url, env)).toEqual({ found: url, errors: [] });
    expect(await read(null, env)).toEqual({ found: env.ENDPOINT_CHECK_DATABASE, errors: [] });
    expect(await read(null)).toEqual({ found: null, errors: [] });
    expect(await read(null, { ENDPOINT_CHECK_DATABASE: '' })).toEqual({ found: null, errors: [] });
  });

  test.each([
    ['postgres://user@host/name', 'postgres://user@host/name?password=s3cr3t%2F%20%26%2B'],
    ['postgres:///name?host=/run', 'postgres:///name?host=/run&password=s3cr3t%2F%20%26%2B'],
  ])('has the password of a file: %s', async (option, expected) => {
    const env = { ENDPOINT_CHECK_DATABASE_PASSWORD_FILE: 'password' };
    expect(await read(option, env)).toEqual({ found: expected, errors: [] });
  });

  test('is a url if there is the password of a file', async () => {
    const env = { ENDPOINT_CHECK_DATABASE_PASSWORD_FILE: 'password' };
    const errors = ['ENDPOINT_CHECK_DATABASE_PASSWORD_FILE needs --database postgres://…'];
    expect(await read(null, env)).toEqual({ found: null, errors });
    expect(await read('queries.db', env)).toMatchObject({ errors });
  });

  test.each([
    ['', {}, '--database: expected a file, or a url such as postgres://user:password@host:5432/database'],
    [
      'mysql://user:s3cr3t@host',
      {},
      '--database: expected a file, or a url such as postgres://user:password@host:5432/database',
    ],
    [
      null,
      { ENDPOINT_CHECK_DATABASE: 'mysql://s3cr3t' },
      'ENDPOINT_CHECK_DATABASE: expected a file, or a url such as postgres://user:password@host:5432/database',
    ],
    [
      url,
      { ENDPOINT_CHECK_DATABASE_PASSWORD_FILE: 'missing' },
      'ENDPOINT_CHECK_DATABASE_PASSWORD_FILE: missing cannot be read (ENOENT)',
    ],
  ])('%s %j is a usage error', async (option, env, message) => {
    expect(await read(option, env)).toEqual({ found: null, errors: [message] });
  });
});
