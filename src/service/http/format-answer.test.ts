import { expect, test } from 'vitest';
import { formatAnswer, keepJson } from './format-answer.js';

test('an answer is its JSON, with the kept JSON of its list', () => {
  const fields = { network: 'ka"va', holders: [{ address: 'a' }], next: null };
  const read = () => String(formatAnswer({ ...fields }).body);
  expect(read()).toBe(JSON.stringify(fields));
  keepJson(
    fields.holders,
    ['{"address":"b"},{"address":"ü"}', '{"address":"d"}'].map((part) => Buffer.from(part)),
  );
  expect(read()).toBe(
    JSON.stringify({ ...fields, holders: [{ address: 'b' }, { address: 'ü' }, { address: 'd' }] }),
  );
});
