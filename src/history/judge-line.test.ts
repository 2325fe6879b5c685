import { expect, test } from 'vitest';
import { liveTogether, many } from '../../test/support/histories.js';
import { defaultDeadLimits, isRefused } from './judge-line.js';

test.each([
  ['http/status', true],
  ['http/forbidden', true],
  ['http/auth-required', true],
  ['http/upstream-down', true],
  ['grpc/not-routed', true],
  ['grpc/wants-tls', true],
  ['ws/upgrade-refused', true],
  ['evm/key-required', true],
  ['rpc/key-required', true],
  ['ws/key-required', true],
  ['tls/self-signed', true],
  ['evm/tls/x', false],
  ['evm/stale', false],
  ['http/redirect', false],
  ['net/response-timeout', false],
])('an endpoint that has failed with %s alone is refused: %s', (rule, expected) => {
  const [line] = liveTogether({ 'rpc a.example': `PP${many('X', 18)}` });
  if (line === undefined) throw new Error('there is no line');
  expect(isRefused({ ...line, streak: { ...line.streak, rules: [rule] } }, defaultDeadLimits)).toBe(expected);
});
