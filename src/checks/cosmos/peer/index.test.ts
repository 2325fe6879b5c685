import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import { noPhases } from '../../node/check.js';
import { describePeer, judgePeer, judgePeerClaim } from './index.js';
import type { PeerObservation } from './probe.js';

const expectedId = 'e1b058e5cfa2b836ddaa496b10911da62dcf182e';
const peer: PeerObservation = {
  address: '192.0.43.8:26656',
  expectedId,
  peerId: expectedId,
  info: { peerId: expectedId, network: 'kava_2222-10', version: '0.37.9', moniker: 'seed' },
  failure: null,
  phasesMs: noPhases,
};
const actual = '0'.repeat(40);
const silence = failure('peer/silent', { address: '192.0.43.8:26656', phase: 'key', limitMs: 5_000 });
const noInfo = failure('peer/no-node-info', { address: '192.0.43.8:26656', why: 'closed' });

describe('a peer', () => {
  test.each<[string, Partial<PeerObservation>, readonly object[]]>([
    ['in order', {}, []],
    [
      'with another id',
      { peerId: actual },
      [{ code: 'peer/wrong-id', data: { expected: expectedId, actual } }],
    ],
    ['that is silent', { peerId: null, info: null, failure: silence }, [silence]],
    ['that says nothing of itself', { info: null, failure: noInfo }, [noInfo]],
    [
      'with another id that says nothing of itself',
      { peerId: actual, info: null, failure: noInfo },
      [{ code: 'peer/wrong-id', data: { expected: expectedId, actual } }],
    ],
  ])('%s', (_name, change, problems) => {
    expect(judgePeer({ ...peer, ...change })).toEqual(problems);
  });
});

describe('its network', () => {
  const claim = { chainId: 'kava_2222-10', field: 'chain_id', derived: false };
  const info = { peerId: expectedId, network: 'other-1', version: '', moniker: '' };
  const wrong = {
    code: 'peer/wrong-chain',
    data: { expected: 'kava_2222-10', actual: 'other-1', field: 'chain_id' },
  };
  test.each<[string, Partial<PeerObservation>, readonly object[]]>([
    ['is that which is claimed', {}, []],
    ['is another', { info }, [wrong]],
    ['does not count if its id is wrong', { info, peerId: actual }, []],
    ['is not told', { info: null, failure: noInfo }, []],
    [
      'is empty',
      { info: { ...info, network: '' } },
      [{ code: 'peer/chain-unknown', data: { expected: 'kava_2222-10' } }],
    ],
  ])('%s', (_name, change, problems) => {
    expect(judgePeerClaim({ ...peer, ...change })(claim)).toEqual(problems);
  });
});

test('the facts are what the node showed of itself', () => {
  expect(describePeer(peer)).toEqual({
    address: '192.0.43.8:26656',
    chainId: 'kava_2222-10',
    peerId: expectedId,
    moniker: 'seed',
    version: '0.37.9',
    phasesMs: noPhases,
  });
  expect(Object.keys(describePeer(null))).toEqual(Object.keys(describePeer(peer)));
});
