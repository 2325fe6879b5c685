import { describe, expect, test } from 'vitest';
import { readCometStatus } from './comet-status.js';

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
