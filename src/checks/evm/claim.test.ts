import { describe, expect, test } from 'vitest';
import { readEvmClaim } from './claim.js';

describe('the chain id of an EVM chain may be hex or decimal, a text or a number', () => {
  test.each([
    ['0x6F0', '0x6F0'],
    ['0x6f0', '0x6f0'],
    ['1776', '1776'],
    [1776, '1776'],
    [0, '0'],
  ])('%j', (value, chainId) => {
    expect(readEvmClaim({ chain_id_evm: value })).toEqual({
      claim: { chainId, field: 'chain_id_evm', derived: false },
      problem: null,
    });
  });
});

describe('a file that claims no EVM chain is in order', () => {
  test.each([[{}], [{ chain_id_evm: null }], [{ chain_id_evm: '' }], [{ chain_id: '0x1' }]])(
    '%j',
    (fields) => {
      expect(readEvmClaim(fields)).toEqual({ claim: null, problem: null });
    },
  );
});

describe('a claim that cannot be read is told', () => {
  test.each([['0x'], ['evmos_9001-2'], [' 0x1'], ['-1'], [-1], [1.5], [1e21], [true], [{}], [['0x1']]])(
    '%j',
    (value) => {
      const { claim, problem } = readEvmClaim({ chain_id_evm: value });
      expect(claim).toBeNull();
      expect(problem).toMatchObject({
        field: 'chain_id_evm',
        problem: {
          code: 'file/chain-id',
          data: { field: 'chain_id_evm', expected: 'a number such as 0x1 or 1' },
        },
      });
    },
  );
});
