import { describe, expect, it } from 'vitest';
import { parseToml } from './toml.js';

describe('what has no room in the parser is named', () => {
  it.each([
    ['deep nesting', `a = ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'nested too deeply'],
    ['a long string', `a = "${'x'.repeat(240_000)}"`, 'a string is longer than 100,000 characters'],
  ])('%s', (_, text, reason) => {
    expect(() => parseToml(text)).toThrow(expect.objectContaining({ message: reason, offset: 0 }));
  });
});
