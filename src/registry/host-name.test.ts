import { describe, expect, test } from 'vitest';
import { checks, getCheck } from '../checks/index.js';
import { judgeHostName } from './host-name.js';

/** The word in a host name, and the kind that it suggests; null if none is reported. */
function judge(kind: string, url: string): unknown {
  const check = getCheck(kind);
  const { target } = check.readUrl(url, { allowPlaintext: true, allowScheme: true });
  return target === null ? 'malformed' : (judgeHostName(target, check, checks)?.data ?? null);
}

describe('a host that is named like one of another kind is reported', () => {
  test.each([
    ['evm', 'https://rest.furya.example/', 'rest', 'rest'],
    ['grpc', 'comdex-mainnet-lcd.example.com:443', 'lcd', 'rest'],
    ['rpc', 'https://grpc.kava.example', 'grpc', 'grpc'],
    ['rest', 'https://kava_grpc.example', 'grpc', 'grpc'],
    ['rpc', 'http://lcd.kava.example', 'lcd', 'rest'],
    ['rest', 'https://grpc.kava.rest', 'grpc', 'grpc'],
  ])('%s %s', (kind, url, word, suggested) => {
    expect(judge(kind, url)).toEqual({ word, kind: suggested, listedAs: kind });
  });

  test.each([
    ['its own word', 'rest', 'https://lcd.kava.example'],
    ['a word of a kind that shares its servers', 'grpc-web', 'https://grpc.kava.example'],
    ['its own word beside another', 'grpc', 'grpc.rest.example:443'],
    ['a word in another', 'evm', 'https://forest.example'],
    ['a port of its kind', 'rpc', 'https://lcd-mainnet.example.com:26657'],
    ['the top-level domain', 'evm', 'https://web3cdn.rest/rpc'],
    ['no word', 'evm', 'https://rpc.kava.example'],
  ])('but not %s: %s %s', (_, kind, url) => {
    expect(judge(kind, url)).toBeNull();
  });
});
