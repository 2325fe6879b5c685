import { expect, test } from 'vitest';
import { checkFile } from '../../test/support/registry-files.js';

test(
  'all problems of a file are reported, quickly, however many there are',
  { timeout: 60_000 },
  async () => {
    const { findings, endpoints } = await checkFile(`{"grpc_endpoint":[${'{},'.repeat(80_000)}{}]}`);
    expect([findings.length, endpoints.length]).toEqual([80_001, 80_001]);
  },
);
