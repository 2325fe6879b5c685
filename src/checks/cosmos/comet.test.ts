import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { createResults } from '../../sandbox/rpc-node.js';
import { findCosmjsFault, readCometStatus } from './comet.js';

const node = { network: 'cosmoshub-4', moniker: 'node', version: '0.38.17' };
const sync = {
  latest_block_height: '29012345',
  latest_block_time: '2026-11-22T06:14:15.123456789Z',
  catching_up: false,
};

describe('a status of CometBFT', () => {
  test('is read', () => {
    expect(readCometStatus({ node_info: node, sync_info: sync, validator_info: {} })).toMatchObject({
      chainId: 'cosmoshub-4',
      facts: { moniker: 'node', version: '0.38.17' },
      head: { height: 29_012_345, timeMs: Date.parse('2026-11-22T06:14:15.123Z') },
      syncing: false,
    });
  });

  test('may have numbers in place of strings, and no names', () => {
    const status = readCometStatus({
      node_info: { network: '', moniker: 7 },
      sync_info: { ...sync, latest_block_height: 7, catching_up: true },
    });
    expect(status).toMatchObject({
      chainId: '',
      facts: { moniker: null, version: null },
      head: { height: 7 },
      syncing: true,
    });
  });

  test('holds no more text than is reported', () => {
    const long = 'x'.repeat(10_000);
    const status = readCometStatus({
      node_info: { network: long, moniker: long, version: long },
      sync_info: sync,
    });
    if ('reason' in status) throw new Error(status.reason);
    for (const text of [status.chainId, ...Object.values(status.facts ?? {})]) expect(text).toHaveLength(301);
  });
});

test.each([
  ['ok', 'expected an object'],
  [null, 'expected an object'],
  [{}, '"node_info" must be an object'],
  [{ node_info: node }, '"sync_info" must be an object'],
  [{ node_info: {}, sync_info: sync }, '"network" must be a string'],
  [{ node_info: node, sync_info: {} }, '"latest_block_height" must be a number'],
  [
    { node_info: node, sync_info: { ...sync, latest_block_height: '-1' } },
    '"latest_block_height" must be a number',
  ],
  [
    { node_info: node, sync_info: { ...sync, latest_block_time: 'today' } },
    '"latest_block_time" must be a time',
  ],
  [{ node_info: node, sync_info: { ...sync, catching_up: 'no' } }, '"catching_up" must be true or false'],
])('%j is none: %s', (value, reason) => {
  expect(readCometStatus(value)).toEqual({ reason });
});

const healthy = JSON.stringify(createResults()['status']);

/** The problem of a healthy status whose field at a path has this value; undefined leaves the field out. */
function find(path: string, value: unknown): string | null {
  const status = JSON.parse(healthy) as JsonObject;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<JsonValue | undefined>((at, name) => (at as JsonObject)[name], status);
  Object.assign(parent as object, { [last]: value });
  return findCosmjsFault(JSON.parse(JSON.stringify(status)) as JsonObject);
}

describe('CosmJS reads', () => {
  test.each<[string, unknown]>([
    ['node_info.version', ''],
    ['node_info.channels', ''],
    ['node_info.other', {}],
    ['sync_info.earliest_block_height', 1],
    ['sync_info.earliest_block_time', ''],
    ['sync_info.earliest_app_hash', ''],
    ['validator_info.voting_power', '9223372036854775807'],
    ['validator_info.proposer_priority', '-7'],
    ['validator_info.pub_key', { type: 'tendermint/PubKeySecp256k1', value: 'AQ==' }],
    ['validator_info.pub_key', { Sum: { type: 'x', value: { ed25519: 'AQ==' } } }],
    ['validator_info.name', 7],
  ])('%s of %j', (path, value) => {
    expect(find(path, value)).toBeNull();
  });
});

describe('CosmJS fails on', () => {
  test.each<[string, unknown, string]>([
    ['node_info.id', undefined, 'hexadecimal digits, got nothing'],
    ['node_info.id', 'xy', 'hexadecimal digits, got "xy"'],
    ['node_info.listen_addr', undefined, 'a string that is not empty, got nothing'],
    ['node_info.network', '', 'a string that is not empty, got ""'],
    ['node_info.version', 38, 'a string, got 38'],
    ['node_info.channels', null, 'a string, got null'],
    ['node_info.moniker', '', 'a string that is not empty, got ""'],
    ['node_info.other', undefined, 'an object of strings, got nothing'],
    ['node_info.other', { tx_index: true }, 'an object of strings, got an object'],
    ['node_info.protocol_version', undefined, 'an object, got nothing'],
    ['node_info.protocol_version.p2p', 8, 'digits in a string, below 2^53, got 8'],
    ['sync_info.earliest_block_height', 'x', 'digits below 2^53, got "x"'],
    ['sync_info.earliest_block_time', 'today', 'a time such as 2026-01-01T00:00:00Z, got "today"'],
    ['sync_info.latest_block_hash', undefined, 'hexadecimal digits, got nothing'],
    ['sync_info.latest_app_hash', '', 'hexadecimal digits, got ""'],
    ['sync_info.latest_block_height', 7, 'digits in a string, below 2^53, got 7'],
    ['sync_info.latest_block_height', '9007199254740993', 'digits in a string, below 2^53'],
    ['validator_info', undefined, 'an object, got nothing'],
    ['validator_info', [], 'an object, got an array'],
    ['validator_info.pub_key', null, 'a key that CosmJS knows (ed25519 or secp256k1), got null'],
    ['validator_info.pub_key', { type: 'cometbft/PubKeyBls12_381', value: 'AQ==' }, 'got an object'],
    ['validator_info.pub_key', { type: 'tendermint/PubKeyEd25519', value: '' }, 'got an object'],
    ['validator_info.pub_key', { Sum: { value: { bls: 'AQ==' } } }, 'got an object'],
    ['validator_info.voting_power', 0, 'digits in a string, got 0'],
    ['validator_info.address', 'EF'.repeat(20).slice(1), 'hexadecimal digits, got "F'],
    ['validator_info.proposer_priority', 'x', 'digits below 2^53, got "x"'],
  ])('%s of %j', (path, value, reason) => {
    const fault = find(path, value);
    expect(fault).toContain(`"${path}" must be `);
    expect(fault).toContain(reason);
    expect(fault).toContain(', so that CosmJS fails');
  });
});

test('a healthy status has no fault, and text in a reason is cut', () => {
  expect(findCosmjsFault(JSON.parse(healthy) as JsonObject)).toBeNull();
  expect(find('node_info.id', 'x'.repeat(10_000))?.length).toBeLessThan(400);
});
