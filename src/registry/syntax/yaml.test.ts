import { beforeAll, describe, expect, test } from 'vitest';
import { fixFile } from '../../../test/support/registry-files.js';
import { hyperlane } from '../../formats/hyperlane/index.js';
import { loadParsers } from './syntaxes.js';
import { parseYaml } from './yaml.js';

beforeAll(() => loadParsers(['yaml']));

test('what is nested very deeply is refused', () => {
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
