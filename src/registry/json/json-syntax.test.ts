import { describe, expect, test } from 'vitest';
import { checkFile, readFindings } from '../../../test/support/registry-files.js';

describe('all syntax errors of a file are reported at once', () => {
  const find = async (text: string) =>
    (await readFindings(text)).map(({ at, message }) => `${at} ${message.replace('invalid JSON: ', '')}`);

  test('but no more than twenty', async () => {
    expect(await find(`[${'{"a":1,},'.repeat(100)}1]`)).toHaveLength(20);
  });

  test('no entry of such a file is probed', async () => {
    const { endpoints } = await checkFile('{"grpc_endpoint":[{"provider":"A","url":"a.example:443"},]}');
    expect(endpoints).toEqual([]);
  });
});
