import { describe, expect, it } from 'vitest';
import { findAddress } from './entry-line.js';

describe('an entry is known by its address in one spelling', () => {
  it.each([
    ['rpc', 'https://Node.example.com', 'node.example.com'],
    ['rpc', 'http://node.example.com/', 'node.example.com'],
    ['rpc', ' https://node.example.com:26657/a ', 'node.example.com:26657/a'],
    ['grpc', 'grpc.example.com:443', 'grpc.example.com'],
    ['grpc', 'https://grpc.example.com', 'grpc.example.com'],
    ['rpc', 'http://[2001:db8::1]:9090', '[2001:db8::1]:9090'],
    ['rpc', 'https://[2001:db8::1:9090]', '[2001:db8::1:9090]'],
    ['rpc', 'no address', null],
    ['query', 'https://node.example.com', null],
  ])('%s %s', (kind, url, address) => {
    expect(findAddress(kind, url)).toBe(address);
  });

  it('a long one by its beginning and a hash, so that a line stays short', () => {
    const [first, second] = ['a', 'b'].map((end) =>
      findAddress('rpc', `https://node.example.com/${'é'.repeat(800)}${end}`),
    );
    expect(first).toMatch(/^node\.example\.com\/.{183}~[\da-f]{32}$/);
    expect(first).not.toBe(second);
  });
});
