import { expect, test } from 'vitest';
import { decodePath, describePath, encodePath, isUtf8Path } from './file-name.js';

test.each([
  ['chain/kava', 'chain/kava'],
  ['é界🔥\ufffd', 'é界🔥\ufffd'],
  [Buffer.from('caf\xe9/x', 'latin1'), 'caf\\xe9/x'],
  [Buffer.from([0xff, 0x61, 0xc3, 0xa9, 0xc3, 0xf0, 0x9f, 0x94]), '\\xffaé\\xc3\\xf0\\x9f\\x94'],
  // A surrogate half, and an overlong form.
  [Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0xaf]), '\\xed\\xa0\\x80\\xc0\\xaf'],
])('the path %j is read, found again and written', (path, written) => {
  const bytes = Buffer.from(path as string);
  const decoded = decodePath(bytes);
  expect(Buffer.from(encodePath(decoded) as string)).toEqual(bytes);
  expect(describePath(decoded)).toBe(written);
  expect(isUtf8Path(decoded)).toBe(typeof path === 'string');
});
