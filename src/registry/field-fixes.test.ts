import { describe, expect, it } from 'vitest';
import { checks } from '../checks/index.js';
import type { Format } from '../formats/format.js';
import { chainRegistry } from '../formats/chain-registry/index.js';
import { chainlist } from '../formats/chainlist/index.js';
import { ethereumLists } from '../formats/ethereum-lists/index.js';
import { manifest } from '../formats/manifest/index.js';
import { pingpub } from '../formats/pingpub/index.js';
import { fixText } from './edit/fix-text.js';
import { loadFile } from './load-file.js';

/** The result of the fixes of a file. */
function fix(format: Format, text: string): string {
  const location = { path: 'x.json', format, chain: 'x', expected: null, list: null };
  const judge = (json: string) => loadFile(location, { text: json, problem: null }, checks).problems;
  const { text: fixed } = fixText(text, judge(text), { judge, accepts: () => true });
  expect(fixText(fixed, judge(fixed), { judge, accepts: () => true }).text).toBe(fixed);
  return fixed;
}

describe('fields get the name that they were meant to have', () => {
  it.each([
    [
      'of an address',
      chainlist,
      '{"grpc_endpoint": [{"provider": "A", "address": "a.example:1"}]}',
      '{"grpc_endpoint": [{"provider": "A", "url": "a.example:1"}]}',
    ],
    [
      'of a provider',
      chainRegistry,
      '{"chain_name": "x", "apis": {"rpc": [{"address": "https://a.example", "moniker": "A"}]}}',
      '{"chain_name": "x", "apis": {"rpc": [{"address": "https://a.example", "provider": "A"}]}}',
    ],
    [
      'of a chain id',
      chainlist,
      '{"chainid_cosmos": "kava-1", "grpc_endpoint": [{"provider": "A", "url": "a.example:1"}]}',
      '{"chain_id_cosmos": "kava-1", "grpc_endpoint": [{"provider": "A", "url": "a.example:1"}]}',
    ],
  ])('%s', (_, format, text, fixed) => {
    expect(fix(format, text)).toBe(fixed);
  });

  it.each([
    [
      'a list of objects',
      '{"grpc_endpont": [{"provider": "A", "url": "a.example:1"}]}',
      '{"grpc_endpoint": [{"provider": "A", "url": "a.example:1"}]}',
    ],
    [
      'a list of addresses',
      '{"endpoint_url" : ["a.example:1", "b.example:2"]}',
      '{"grpc_endpoint" : [{ "url": "a.example:1" }, { "url": "b.example:2" }]}',
    ],
    ['an empty list', '{"endpoint_url": []}', '{"grpc_endpoint": []}'],
  ])('of %s', (_, text, fixed) => {
    expect(fix(chainlist, text)).toBe(fixed);
  });

  it.each([
    ['of several kinds', '["https://a.example", "wss://a.example"]'],
    ['that are templates, if these are allowed', '["https://a.example/${API_KEY}"]'],
  ])('of a list of addresses %s', (_, list) => {
    expect(fix(ethereumLists, `{"chainId": 1, "RPC": ${list}}`)).toBe(`{"chainId": 1, "rpc": ${list}}`);
  });

  it.each([
    [
      'the right field is there',
      '{"grpc_endpont": [{"provider": "A", "url": "a.example:1"}], "grpc_endpoint": []}',
    ],
    [
      'two lists may be meant',
      '{"grpc": [{"provider": "A", "url": "a.example:1"}], "endpoint": [{"provider": "B", "url": "b.example:1"}]}',
    ],
    [
      'two fields of an entry may be meant',
      '{"grpc_endpoint": [{"provider": "A", "Url": "a.example:1", "URL": "b.example:1"}]}',
    ],
    [
      'two chain ids may be meant',
      '{"chainid_cosmos": "a-1", "chain_id_comsos": "b-1", "grpc_endpoint": [{"provider": "A", "url": "a.example:1"}]}',
    ],
    [
      'its addresses are of another sort',
      '{"endpoint": [{"provider": "A", "url": "https://a.example/rpc"}]}',
    ],
    ['its items are something else', '{"endpoint": [1, 2]}'],
    [
      'its addresses are templates',
      '{"evm_rpc_endpoints": [{"provider": "A", "url": "https://a.example/${API_KEY}"}]}',
    ],
    [
      'an entry has both',
      '{"grpc_endpoint": [{"provider": "A", "url": "a.example:1", "URL": "b.example:1"}]}',
    ],
    ['its value is no string', '{"grpc_endpoint": [{"provider": "A", "address": {"host": "a.example"}}]}'],
  ])('but not if %s', (_, text) => {
    expect(fix(chainlist, text)).toBe(text);
  });
});

describe('the later of two equal entries is removed', () => {
  const twice = (later: string) =>
    `{"apis": {"grpc": [\n  {"address": "a.example:1", "provider": "A"},\n  ${later}\n]}}`;
  const once = '{"apis": {"grpc": [\n  {"address": "a.example:1", "provider": "A"}\n]}}';

  it.each([
    ['the same', '{"address": "a.example:1", "provider": "A"}'],
    ['in another spelling', '{"provider": "A", "address": "A.example:1"}'],
    ['with a scheme that leaves it open', '{"address": "http://a.example:1", "provider": "A"}'],
    ['that says less', '{"address": "a.example:1"}'],
  ])('%s', (_, later) => {
    expect(fix(chainRegistry, twice(later))).toBe(once);
  });

  it.each([
    ['another provider', '{"address": "a.example:1", "provider": "B"}'],
    ['more', '{"address": "a.example:1", "provider": "A", "archive": true}'],
    ['a path, where another endpoint may be', '{"address": "https://a.example:1/x", "provider": "A"}'],
  ])('but not if it says %s', (_, later) => {
    expect(fix(chainRegistry, twice(later))).toBe(twice(later));
  });

  it('but not if one is TLS and the other is not', () => {
    const text = '{"rpc": ["http://a.example:26657", "https://a.example:26657"], "chain_name": "x"}';
    expect(fix(pingpub, text)).toBe(text);
  });

  it('two of three are removed', () => {
    const text =
      '{"chainId": 1, "rpc": ["https://a.example", "https://a.example/", "https://a.example:443"]}';
    expect(fix(ethereumLists, text)).toBe('{"chainId": 1, "rpc": ["https://a.example"]}');
  });
});

describe('duplicate fields', () => {
  it.each([
    ['with the same value: the later one goes', '{"a": {"b": 1}, "a": {"b": 1}}', '{"a": {"b": 1}}'],
    ['with two values', '{"a": 1, "a": 2}', '{"a": 1, "a": 2}'],
    [
      'three times with two values, of which the last counts',
      '{"a": 1, "a": 2, "a": 1}',
      '{"a": 1, "a": 2, "a": 1}',
    ],
  ])('%s', (_, text, fixed) => {
    expect(fix(chainlist, text)).toBe(fixed);
  });
});

describe('values of another shape', () => {
  it.each([
    ['an empty entry', chainlist, '{"grpc_endpoint": [{}]}', '{"grpc_endpoint": []}'],
    [
      'an empty address',
      ethereumLists,
      '{"chainId": 1, "rpc": ["", "https://a.example"]}',
      '{"chainId": 1, "rpc": ["https://a.example"]}',
    ],
    [
      'one address in place of a list',
      ethereumLists,
      '{"chainId": 1, "rpc": "https://a.example"}',
      '{"chainId": 1, "rpc": ["https://a.example"]}',
    ],
    [
      'one entry in place of a list',
      chainlist,
      '{"grpc_endpoint": {"provider": "A", "url": "a.example:1"}}',
      '{"grpc_endpoint": [{"provider": "A", "url": "a.example:1"}]}',
    ],
    [
      'one entry, if an address may stand alone',
      pingpub,
      '{"rpc": {"address": "https://a.example"}, "api": "https://b.example"}',
      '{"rpc": [{"address": "https://a.example"}], "api": "https://b.example"}',
    ],
    ['an object without fields', pingpub, '{"rpc": {}}', '{"rpc": {}}'],
    [
      'an entry of empty strings',
      pingpub,
      '{"rpc": [{"address": "", "provider": " "}, "https://a.example"]}',
      '{"rpc": ["https://a.example"]}',
    ],
    [
      'an entry with an empty address and a provider',
      pingpub,
      '{"rpc": [{"address": "", "provider": "A"}]}',
      '{"rpc": [{"address": "", "provider": "A"}]}',
    ],
    [
      'an entry that says something else',
      pingpub,
      '{"rpc": [{"address": "", "archive": true}]}',
      '{"rpc": [{"address": "", "archive": true}]}',
    ],
    [
      'an address in place of a list of entries',
      chainlist,
      '{"grpc_endpoint": "a.example:1"}',
      '{"grpc_endpoint": "a.example:1"}',
    ],
    [
      'an entry without an address',
      chainlist,
      '{"grpc_endpoint": [{"provider": "A"}]}',
      '{"grpc_endpoint": [{"provider": "A"}]}',
    ],
  ])('%s', (_, format, text, fixed) => {
    expect(fix(format, text)).toBe(fixed);
  });

  const withProvider = (provider: string) =>
    `{"manifest_version": 1, "provider": {"name": "A"}, "chains": [{"chain_id": "x-1", "apis": {"rpc": [{"address": "https://a.example"${provider}}]}}]}`;

  it('a provider in a manifest is removed if it is that of the file', () => {
    expect(fix(manifest, withProvider(', "provider": "A"'))).toBe(withProvider(''));
    expect(fix(manifest, withProvider(', "provider": "B"'))).toBe(withProvider(', "provider": "B"'));
  });
});
