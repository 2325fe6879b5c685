import { describe, expect, test } from 'vitest';
import {
  describeUnknown,
  joinChoices,
  findNearest,
  findOneEditAway,
  describeUnknownKind,
} from './describe-unknown.js';

describe('an unknown name is reported with what was expected', () => {
  test.each([
    ['grcp', 'unknown kind "grcp": expected grpc or evm (did you mean grpc?)'],
    ['RPC', 'unknown kind "RPC": expected grpc or evm (did you mean grpc?)'],
    ['lcd', 'unknown kind "lcd": expected grpc or evm'],
    ['', 'unknown kind "": expected grpc or evm'],
  ])('%j', (name, message) => {
    expect(describeUnknown('kind', name, ['grpc', 'evm'])).toBe(message);
  });
});

describe('choices are joined in a list', () => {
  test.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a or b'],
    [['a', 'b', 'c'], 'a, b or c'],
  ])('%j', (choices, joined) => {
    expect(joinChoices(choices)).toBe(joined);
  });
});

describe('a misspelled name leads to the one that was meant', () => {
  test.each([
    ['chek', ['query', 'check', 'serve'], 'check'],
    ['grcp', ['grpc', 'evm'], 'grpc'],
    ['emv', ['grpc', 'evm'], 'evm'],
    ['params.json', ['param.json', 'param_2.json'], 'param.json'],
    ['PARAM.JSON', ['param.json'], 'param.json'],
    ['--report', ['--retries', '--reporter'], '--reporter'],
  ])('%s of %j', (name, candidates, expected) => {
    expect(findNearest(name, candidates)).toBe(expected);
  });

  test('the nearest wins, and of two equally near ones the first', () => {
    expect(findNearest('smokes', ['smokeless', 'smoke'])).toBe('smoke');
    expect(findNearest('kavo', ['kava', 'kavi'])).toBe('kava');
  });
});

describe('nothing is suggested for a name that is near no candidate', () => {
  test.each([
    ['nothing', ['check', 'query']],
    ['assets.json', ['param.json']],
    // With half of its letters changed, a short name is another name.
    ['eth', ['evm']],
    ['a', ['b']],
    ['check', []],
  ])('%s of %j', (name, candidates) => {
    expect(findNearest(name, candidates)).toBeNull();
  });
});

describe('a name that is one edit away from a single candidate means that candidate', () => {
  test.each([
    ['ttps', 'https'],
    ['HHTTPS', 'https'],
    ['htps', 'https'],
    ['htp', 'http'],
    ['httpd', null],
    ['https', null],
    ['tps', null],
    // Two letters in the wrong order, though http is one letter away.
    ['httsp', 'https'],
    ['HTPTS', 'https'],
    ['htpt', 'http'],
    ['spthh', null],
  ])('%s: %s', (name, expected) => {
    expect(findOneEditAway(name, ['https', 'http'])).toBe(expected);
  });
});

test.each([
  ['lcd', 'rest'],
  ['API', 'rest'],
  ['tendermint', 'rpc'],
  ['json-rpc', 'evm'],
  ['rset', 'rest'],
])('another name of a kind is known: %s', (name, kind) => {
  expect(describeUnknownKind(name, ['evm', 'rpc', 'rest'])).toBe(
    `unknown kind "${name}": expected evm, rpc or rest (did you mean ${kind}?)`,
  );
});

test.each(['lcd', 'constructor', ''])('but %j is no kind of these', (name) => {
  expect(describeUnknownKind(name, ['evm', 'rpc'])).toBe(`unknown kind "${name}": expected evm or rpc`);
});
