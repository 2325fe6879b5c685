import { describe, expect, it, beforeAll, test } from 'vitest';
import { parseToml } from './toml.js';
import { fixFile } from '../../../test/support/registry-files.js';
import { hyperlane } from '../../formats/hyperlane/index.js';
import { loadParsers } from './syntaxes.js';
import { parseYaml } from './yaml.js';

describe('what has no room in the parser of TOML is named', () => {
  it.each([
    ['deep nesting', `a = ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'nested too deeply'],
    ['a long string', `a = "${'x'.repeat(240_000)}"`, 'a string is longer than 100,000 characters'],
  ])('%s', (_, text, reason) => {
    expect(() => parseToml(text)).toThrow(expect.objectContaining({ message: reason, offset: 0 }));
  });
});

beforeAll(() => loadParsers(['yaml']));

test('YAML that is nested very deeply is refused', () => {
  expect(() => parseYaml(`a:\n ${'- '.repeat(20_000)}b`)).toThrow('nested too deeply');
});

describe('all equal aliases but the first are removed', () => {
  const location = {
    path: 'chains/x/metadata.yaml',
    format: hyperlane,
    chain: 'x',
    expected: null,
    list: null,
  };
  const write = (aliases: string) =>
    `domainId: 1\nprotocol: ethereum\nchainId: 1\nx: &a {http: https://a.example}\nrpcUrls: [${aliases}]\n`;

  // More than are read at once.
  test.each([3, 1_500])('of %d', (count) => {
    expect(fixFile(location, write('*a, '.repeat(count)))).toBe(write('*a, '));
    expect(fixFile(location, write(`*a${', *a'.repeat(count)}`))).toBe(write('*a'));
  });
});
