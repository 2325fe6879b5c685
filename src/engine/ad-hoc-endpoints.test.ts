import { describe, expect, test } from 'vitest';
import { getCheck } from '../checks/index.js';
import { evmCheck } from '../checks/evm/http/index.js';
import { grpcCheck } from '../checks/cosmos/grpc/index.js';
import { nowhere } from '../model/place.js';
import { createAdHocEntries } from './ad-hoc-endpoints.js';
import { writeCommandLineOption } from '../model/write-option.js';

const options = { chainId: null, allowPrivate: false, writeOption: writeCommandLineOption };

describe('urls that are in no file become entries in their order', () => {
  test('with a probe and without a place', () => {
    const { files, entries, problems } = createAdHocEntries(
      grpcCheck,
      ['b.example.com:443', 'a.example.com:443'],
      options,
    );
    expect(files).toEqual([]);
    expect(problems).toEqual([]);
    expect(entries.map(({ url, target }) => [url, target?.host])).toEqual([
      ['b.example.com:443', 'b.example.com'],
      ['a.example.com:443', 'a.example.com'],
    ]);
    expect(entries[0]).toMatchObject({
      chain: null,
      kind: 'grpc',
      provider: null,
      claim: null,
      place: nowhere,
      urlPlace: nowhere,
      claimPlace: null,
      chainStatus: 'live',
      skipReason: null,
    });
  });

  test('the chain id of the command line is claimed for each', () => {
    const { entries } = createAdHocEntries(evmCheck, ['https://a.example.com', 'https://b.example.com'], {
      ...options,
      chainId: '0x1',
    });
    const claim = { chainId: '0x1', field: '--chain-id', derived: false };
    expect(entries.map((entry) => entry.claim)).toEqual([claim, claim]);
  });
});

describe('a malformed url is an entry too, with its problems', () => {
  test('and the other urls are still parsed', () => {
    const { entries, problems } = createAdHocEntries(
      evmCheck,
      ['http://u@a.example.com', 'https://b.example.com'],
      options,
    );
    expect(entries.map(({ target }) => target === null)).toEqual([true, false]);
    expect(problems.map(({ problem }) => problem.code)).toEqual([
      'entry/url-scheme',
      'entry/url-credentials',
    ]);
    expect(problems.every(({ entry, place }) => entry === entries[0] && place === nowhere)).toBe(true);
  });

  test.each([
    ['rpc', 'http://rpc.example.com:26657', true],
    ['rest', 'http://api.example.com:1317', true],
    ['grpc-web', 'http://grpc-web.example.com', true],
    ['ws', 'ws://rpc.example.com:26657/websocket', true],
    ['evm-ws', 'ws://evm.example.com:8546', true],
    ['evm', 'http://evm.example.com:8545', false],
    ['grpc', 'http://grpc.example.com:9090', false],
  ])('without TLS: %s %s is read: %s', (kind, url, isRead) => {
    const { entries } = createAdHocEntries(getCheck(kind), [url], options);
    expect(entries[0]?.target !== null).toBe(isRead);
  });

  test('plain http is accepted for local testing only', () => {
    const read = (allowPrivate: boolean) =>
      createAdHocEntries(evmCheck, ['http://127.0.0.1:8545'], { ...options, allowPrivate });
    expect(read(false).entries[0]?.target).toBeNull();
    expect(read(true).entries[0]?.target).toMatchObject({ port: 8545, secure: false });
    expect(read(true).problems).toEqual([]);
  });
});
