import { expect, test } from 'vitest';
import { describeUnknownKind } from './suggest-kind.js';

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
