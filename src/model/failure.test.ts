import { expect, test } from 'vitest';
import { failure, addFamily, rulesInFamily } from './failure.js';

type Data = { 'not-json': { begins: string } };

test('a problem without a family gets one, a failure keeps its family', () => {
  const found = { code: 'not-json', data: { begins: 'x' } } as const;
  expect(addFamily<'ws', Data>('ws', found)).toEqual({ code: 'ws/not-json', data: { begins: 'x' } });
  const reset = failure('net/reset', { address: '192.0.43.8:443', phase: 'answer' });
  expect(addFamily<'ws', Data>('ws', reset)).toBe(reset);
});

test('rules get the family of their kind', () => {
  const text = {
    severity: 'error',
    summary: 's',
    sample: { begins: '' },
    explanation: 'e',
    message: ({ begins }: Data['not-json']) => begins,
    hint: () => 'h',
  } as const;
  expect(rulesInFamily<'evm-ws', Data>('evm-ws', { 'not-json': text })).toEqual({ 'evm-ws/not-json': text });
});
