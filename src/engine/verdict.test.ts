import { describe, expect, test } from 'vitest';
import { chooseVerdict } from './verdict.js';

const error = { code: 'net/refused', data: {} };
const warning = { code: 'grpc/stale', data: {} };
const notice = { code: 'grpc/plaintext', data: {} };
const unknown = { code: 'net/rate-limited', data: {} };

describe('the verdict is the worst that is proved', () => {
  test.each([
    ['nothing', [], 'pass'],
    ['a warning', [warning], 'pass'],
    ['a notice', [notice], 'pass'],
    ['what could not be proved', [unknown], 'inconclusive'],
    ['what could not be proved, and a warning', [warning, unknown], 'inconclusive'],
    ['an error', [error], 'fail'],
    ['an error beside what could not be proved', [unknown, error], 'fail'],
  ] as const)('%s', (_, problems, verdict) => {
    expect(chooseVerdict(problems)).toBe(verdict);
  });
});
