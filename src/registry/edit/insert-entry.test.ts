import { describe, expect, test } from 'vitest';
import { formats } from '../../formats/index.js';
import { parseJson } from '../json/parse-json.js';
import { findChains } from '../chains.js';
import { applyEdits } from './apply-edits.js';
import { insertEntry } from './insert-entry.js';

/** The text with an entry in a list of its last chain; null if there can be none. */
function add(
  formatName: string,
  pointer: string,
  text: string,
  provider: string | null = 'y',
): string | null {
  const format = formats.find(({ name }) => name === formatName);
  const document = parseJson(text);
  if (format === undefined || !('tree' in document)) throw new Error(`no ${formatName}: ${text}`);
  const file = { ...document, text, path: 'a.json', chain: null };
  const chain = findChains(file, format).at(-1);
  const list = format.lists.find(
    (candidate) => candidate.pointer === pointer && (candidate.isListOf?.(chain?.value ?? null) ?? true),
  );
  if (chain === undefined || list === undefined) throw new Error(`no ${pointer}: ${text}`);
  const edits = insertEntry(file, chain, format, list, { address: 'x', provider });
  return edits === null ? null : applyEdits(text, edits);
}

describe('an entry has the form that its format requires', () => {
  test.each<[string, string, string, string]>([
    [
      'chain-registry',
      '/apis/grpc',
      '{"apis": {"grpc": []}}',
      '{"apis": {"grpc": [{"address": "x", "provider": "y"}]}}',
    ],
    [
      'chain-registry',
      '/apis/grpc',
      '{}',
      '{\n  "apis": {\n    "grpc": [\n      {\n        "address": "x",\n        "provider": "y"\n      }\n    ]\n  }\n}',
    ],
    [
      'chain-registry',
      '/apis/rpc',
      '{"apis": {"grpc": [], "x": 1}}',
      '{"apis": {"grpc": [], "rpc": [{"address": "x", "provider": "y"}], "x": 1}}',
    ],
    [
      'chainlist',
      '/grpc_endpoint',
      '{"a" : 1}',
      '{"a" : 1, "grpc_endpoint" : [{"provider" : "y", "url" : "x"}]}',
    ],
    [
      'chainlist',
      '/grpc_endpoint',
      '{"lcd_endpoint": [{"url":"a","provider":"b"}], "a": 1}',
      '{"lcd_endpoint": [{"url":"a","provider":"b"}], "grpc_endpoint": [{"url":"x","provider":"y"}], "a": 1}',
    ],
    [
      'manifest',
      '/apis/grpc',
      '{"chains": [{"apis": {"grpc": []}}, {"apis": {"rpc": [{"address":"a"}]}}]}',
      '{"chains": [{"apis": {"grpc": []}}, {"apis": {"rpc": [{"address":"a"}], "grpc": [{"address":"x"}]}}]}',
    ],
    ['ethereum-lists', '/rpc', '{"rpc": ["a"]}', '{"rpc": ["a", "x"]}'],
    [
      'pingpub',
      '/rpc',
      '{"rpc": ["a"], "api": [{"address": "b"}]}',
      '{"rpc": ["a", "x"], "api": [{"address": "b"}]}',
    ],
    [
      'pingpub',
      '/rpc',
      '{"rpc": [{"address": "a"}], "api": "b"}',
      '{"rpc": [{"address": "a"}, {"address": "x", "provider": "y"}], "api": "b"}',
    ],
    [
      'pingpub',
      '/rpc',
      '{"rpc": "a", "api": [{"address": "b"}]}',
      '{"rpc": ["a", "x"], "api": [{"address": "b"}]}',
    ],
    ['pingpub', '/rpc', '{"rpc": [], "api": ["b"]}', '{"rpc": ["x"], "api": ["b"]}'],
    ['pingpub', '/grpc', '{"rpc": "a", "api": ["b"]}', '{"rpc": "a", "api": ["b"], "grpc": ["x"]}'],
    ['pingpub', '/grpc', '{"rpc": "a", "b": 1}', '{"rpc": "a", "grpc": "x", "b": 1}'],
    ['pingpub', '/grpc', '{"a": 1}', '{"a": 1, "grpc": [{"address": "x", "provider": "y"}]}'],
  ])('%s %s: %s', (format, pointer, text, expected) => {
    expect(add(format, pointer, text)).toBe(expected);
  });

  test('without a provider if none is known', () => {
    const text = '{"apis": {"grpc": [{"address": "a", "provider": "b"}]}}';
    expect(add('chain-registry', '/apis/grpc', text, null)).toBe(text.replace('}]', '}, {"address": "x"}]'));
  });
});

describe('a value that is no list gets no entry', () => {
  test.each<[string, string, string]>([
    ['keplr', '/rpc', '{"chainId": "a-1", "rpc": "a"}'],
    ['keplr', '/rest', '{"chainId": "a-1", "rpc": "a"}'],
    ['zone-chains', '/rpc', '{"chains": [{"rpc": "a"}]}'],
    ['chain-registry', '/apis/grpc', '{"apis": {"grpc": "a"}}'],
    ['chain-registry', '/apis/grpc', '{"apis": {"grpc": {}}}'],
    ['chain-registry', '/apis/grpc', '{"apis": []}'],
    ['pingpub', '/rpc', '{"rpc": null}'],
  ])('%s %s: %s', (format, pointer, text) => {
    expect(add(format, pointer, text)).toBeNull();
  });
});
