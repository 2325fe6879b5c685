import { expect, test } from 'vitest';
import { formatAnswer } from './format-answer.js';

test('requests that share an answer share its JSON', () => {
  const answer = { network: 'ka"va', holders: [{ address: 'ü' }], next: null };
  expect(String(formatAnswer(answer).body)).toBe(JSON.stringify(answer));
  expect(formatAnswer(answer)).toBe(formatAnswer(answer));
});
