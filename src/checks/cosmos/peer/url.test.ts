import { describe, expect, test } from 'vitest';
import { correctUrl } from '../../../registry/edit/fix-items.js';
import { peerCheck } from './index.js';
import { readPeerUrl } from './url.js';

const id = 'e1b058e5cfa2b836ddaa496b10911da62dcf182e';
const target = (host: string, port: number) => ({ host, port, path: '', secure: false, peerId: id });

test.each([
  [`${id}@seed.example.com:26656`, target('seed.example.com', 26_656)],
  [`${id}@192.0.43.8:443`, target('192.0.43.8', 443)],
  [`${id}@[2001:db8::1]:26656`, target('2001:db8::1', 26_656)],
])('%s is a peer', (url, expected) => {
  expect(readPeerUrl(url)).toEqual({ target: expected, problems: [] });
});

describe('what is wrong is named, and corrected if only one reading is right', () => {
  const peer = `${id}@seed.example.com:26656`;
  // The ids and addresses of cosmos/chain-registry have each of these slips.
  test.each<[string, string, string | null]>([
    [`${id.toUpperCase()}@seed.example.com:26656`, 'entry/peer-id', peer],
    [` ${id}@seed.example.com:26656`, 'entry/peer-id', peer],
    [`${id}@@seed.example.com:26656`, 'entry/peer-id', peer],
    [`${id}@${id}@seed.example.com:26656`, 'entry/peer-id', peer],
    [`${id}@seed.example.com:26656@seed.example.com:26656`, 'entry/peer-id', peer],
    [`${id}@${'0'.repeat(40)}@seed.example.com:26656`, 'entry/peer-id', null],
    [`${id}a@seed.example.com:26656`, 'entry/peer-id', null],
    [`36656,${id}@seed.example.com:26656`, 'entry/peer-id', null],
    ['team@seed.example.com:26656', 'entry/peer-id', null],
    ['@seed.example.com:26656', 'entry/peer-id', null],
    ['seed.example.com:26656', 'entry/peer-id', null],
    [`${id}@tcp://seed.example.com:26656`, 'entry/url-scheme', peer],
    [`${id}@seed.example.com:26656/`, 'entry/url-path', peer],
    [`${id}@seed.example.com`, 'entry/url-port', null],
    [`${id}@seed.example.com:`, 'entry/url-port', null],
    [`${id}@`, 'entry/url-malformed', null],
    [`${id}@_`, 'entry/url-malformed', null],
    [`${id}@🔥node🔥`, 'entry/url-malformed', null],
    [`-@-`, 'entry/url-malformed', null],
  ])('%j: %s', (url, code, corrected) => {
    expect(readPeerUrl(url).problems.map((problem) => problem.code)).toEqual([code]);
    expect(correctUrl(url, peerCheck, {})?.url ?? null).toBe(corrected);
  });

  test.each([
    [`${id.toUpperCase()}@seed.example.com:26656`, id],
    [`${id}@${id}@seed.example.com:26656`, 'seed.example.com:26656'],
    [`${id}@seed.example.com:26656@seed.example.com:26656`, id],
    [`${id}@${'0'.repeat(40)}@seed.example.com:26656`, null],
    ['team@seed.example.com:26656', null],
  ])('%j is corrected to %j', (url, suggestion) => {
    expect(readPeerUrl(url).problems).toMatchObject([{ data: { suggestion } }]);
  });

  test.each([
    ['https://x-rpc.example.com', 'node.example.com:26656', 'service'],
    ['http://x-rpc.example.com/rpc', 'node.example.com:26656', 'service'],
    ['https://x-rpc.example.com:26656', 'x-rpc.example.com:26656', undefined],
    ['tcp://seed.example.com', 'seed.example.com:26656', 'port'],
  ])('with the address %s', (address, suggestion, doubt) => {
    const { problems } = readPeerUrl(`${id}@${address}`);
    expect(problems.map(({ data }) => [data['suggestion'], data['doubt']])).toEqual([[suggestion, doubt]]);
  });

  test('an id of one digit', () => {
    expect(readPeerUrl('a@seed.example.com:26656').problems).toMatchObject([
      { data: { reason: 'the id has 1 digit' } },
    ]);
  });

  test('several slips at once', () => {
    const url = `${id.toUpperCase()}@${id}@tcp://Seed.example.com:26656`;
    expect(correctUrl(url, peerCheck, {})?.url).toBe(peer);
  });
});

test('a private address is a warning in a registry, and the peer is still read', () => {
  const url = `${id}@10.0.0.1:26656`;
  expect(readPeerUrl(url, { warnsOfPrivate: true })).toEqual({
    target: target('10.0.0.1', 26_656),
    problems: [{ code: 'entry/private-address', data: { address: '10.0.0.1', range: 'private' } }],
  });
  expect(readPeerUrl(url).problems).toEqual([]);
});
