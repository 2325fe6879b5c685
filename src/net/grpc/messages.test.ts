import { describe, expect, test } from 'vitest';
import { encode, encodeReflection, encodeServices } from '../../../test/faults/raw-node.js';
import { truncate } from '../../model/text.js';
import { getLatestBlock, getNodeInfo, getSyncing, listServices } from './messages.js';

const list = listServices('v1');
const long = 'x'.repeat(100_000);

describe('a call has the path that the proto files give it', () => {
  test.each([
    [
      listServices('v1'),
      'ServerReflectionInfo (v1)',
      '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
    ],
    [
      listServices('v1alpha'),
      'ServerReflectionInfo (v1alpha)',
      '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
    ],
    [getNodeInfo, 'GetNodeInfo', '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo'],
    [getSyncing, 'GetSyncing', '/cosmos.base.tendermint.v1beta1.Service/GetSyncing'],
    [getLatestBlock, 'GetLatestBlock', '/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock'],
  ])('$path', (call, name, path) => {
    expect(call).toMatchObject({ name, path, streaming: name.startsWith('ServerReflection') });
  });

  test('the request for the services is list_services (field 7); the others have no field', () => {
    expect(list.request).toEqual(Buffer.from([0x3a, 1, 0x2a]));
    expect(getNodeInfo.request).toEqual(Buffer.alloc(0));
  });
});

describe('a node reports its identity', () => {
  test('in its info', () => {
    const answer = encode('GetNodeInfo', {
      default_node_info: { network: 'a-1', moniker: 'm', other: { tx_index: 'off' } },
      application_version: { version: '1.0', cosmos_sdk_version: 'v0.53' },
    });
    expect(getNodeInfo.decode(answer)).toEqual({
      network: 'a-1',
      moniker: 'm',
      sdkVersion: 'v0.53',
      appVersion: '1.0',
      txIndex: 'off',
    });
  });

  test('each string is truncated, and absent ones are empty', () => {
    const answer = encode('GetNodeInfo', {
      default_node_info: { network: long, moniker: long },
      application_version: { version: long, cosmos_sdk_version: long },
    });
    const cut = truncate(long);
    expect(getNodeInfo.decode(answer)).toEqual({
      network: cut,
      moniker: cut,
      sdkVersion: cut,
      appVersion: cut,
      txIndex: '',
    });
    const nothing = { network: '', moniker: '', sdkVersion: '', appVersion: '', txIndex: '' };
    expect(getNodeInfo.decode(encode('GetNodeInfo', { default_node_info: {} }))).toEqual(nothing);
  });

  test('of an info that comes more than once, the last counts', () => {
    const info = (network: string) => encode('GetNodeInfo', { default_node_info: { network } });
    expect(getNodeInfo.decode(Buffer.concat([info('a-1'), info('b-2')])).network).toBe('b-2');
  });

  test('an info without it is malformed', () => {
    expect(() => getNodeInfo.decode(encode('GetNodeInfo', { application_version: {} }))).toThrow(
      'default_node_info is missing',
    );
  });
});

describe('a node reports its head', () => {
  const header = (height: number) => ({ header: { height, time: { seconds: 5, nanos: 7_999_999 } } });

  test.each([[true], [false]])('syncing: %j', (syncing) => {
    expect(getSyncing.decode(encode('GetSyncing', { syncing }))).toBe(syncing);
  });

  test('the block of the SDK counts, else that of CometBFT', () => {
    const both = encode('GetLatestBlock', { block: header(1), sdk_block: header(2) });
    expect(getLatestBlock.decode(both)).toEqual({ height: 2, timeMs: 5_007, chainId: '' });
    const old = encode('GetLatestBlock', { block: header(1) });
    expect(getLatestBlock.decode(old)).toEqual({ height: 1, timeMs: 5_007, chainId: '' });
  });

  test.each([{}, { block: {} }, { block: { header: { height: 1 } } }])('%j is malformed', (answer) => {
    expect(() => getLatestBlock.decode(encode('GetLatestBlock', answer))).toThrow('the block has no header');
  });
});

describe('a list of services is read', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

  test('by its names', () => {
    expect(list.decode(encodeServices(['a.B', 'c.D']))).toEqual({ names: ['a.B', 'c.D'], errorCode: null });
  });

  test('up to 2,000 of them', () => {
    expect(list.decode(encodeServices(names(2_000))).names).toHaveLength(2_000);
    const tooMany = 'more than 2000 services';
    expect(() => list.decode(encodeServices(names(2_000 + 1)))).toThrow(tooMany);
  });

  test('of up to 256 characters each', () => {
    const longest = 'x'.repeat(256);
    expect(list.decode(encodeServices(['a.B', longest])).names).toEqual(['a.B', longest]);
    expect(() => list.decode(encodeServices(['a.B', `${longest}x`]))).toThrow(
      'a service name of more than 256 characters',
    );
  });

  test.each([
    ['a field that is unknown', [0x0a, 0x03, 0x32, 0x01, 0x0a]],
    ['a field of a list, in another type', [0x30, 0x32]],
    ['a field of an error, in another type', [0x38, 0x3a]],
    ['a list of unknown fields', [0x32, 0x04, 0x12, 0x00, 0x08, 0x0a]],
  ])('with %s stepped over', (_, bytes) => {
    const answer = Buffer.concat([Buffer.from(bytes), encodeServices(['a.B'])]);
    expect(list.decode(answer)).toEqual({ names: ['a.B'], errorCode: null });
  });

  test('up to 256 KiB, so that a list of empty names is not decoded', () => {
    const empty = Buffer.alloc(1 << 20, Buffer.from([0x32, 0x02, 0x0a, 0x00]));
    expect(() => list.decode(empty)).toThrow('more than 262144 bytes');
    const unknown = Buffer.concat([Buffer.from([0x7a, 0xf0, 0xff, 0x0f]), Buffer.alloc((256 << 10) - 16)]);
    expect(list.decode(Buffer.concat([encodeServices(['a.B']), unknown])).names).toEqual(['a.B']);
  });

  test('no length of a field reaches beyond its message', () => {
    // A service of two bytes whose field says that it has the next hundred, too.
    const swallowing = Buffer.from([0x32, 0x04, 0x0a, 0x02, 0x12, 0x64]);
    expect(() => list.decode(Buffer.concat([swallowing, encodeServices(['x'.repeat(200)])]))).toThrow(
      'premature EOF',
    );
  });

  test('a list without services is one, and a service without a name', () => {
    expect(list.decode(Buffer.from([0x32, 0x00]))).toEqual({ names: [], errorCode: null });
    expect(list.decode(Buffer.from([0x32, 0x02, 0x0a, 0x00]))).toEqual({ names: [''], errorCode: null });
  });

  test('an error in its place is read, truncated', () => {
    const error = { error_response: { error_code: 12, error_message: long } };
    expect(list.decode(encodeReflection(error))).toEqual({
      names: null,
      errorCode: 12,
      message: truncate(long),
    });
    const both = Buffer.concat([encodeServices(['a.B']), encodeReflection({ error_response: {} })]);
    expect(list.decode(both)).toEqual({ names: null, errorCode: 0, message: '' });
  });

  test('an answer without either is malformed', () => {
    expect(() => list.decode(Buffer.alloc(0))).toThrow('neither a list nor an error');
  });

  test.each([
    ['a length that is cut off', [0x32]],
    ['no protobuf', [0xff, 0xff]],
  ])('%s is malformed', (_, bytes) => {
    expect(() => list.decode(Buffer.from(bytes))).toThrow();
  });
});
