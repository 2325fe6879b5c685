import { describe, expect, test } from 'vitest';
import { correctAs } from '../../../../test/support/registry-files.js';

type Case = readonly [before: string, after: string | null];

const address = 'grpc.example.com:443';

describe('a scheme before host:port is removed', () => {
  test.each<Case>([
    ['https://grpc.example.com:443', address],
    ['https://grpc.example.com:443/', address],
    ['HTTPS://grpc.example.com:443', address],
    ['http://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['http://grpc.example.com:443', address],
    ['grpc://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['tcp://grpc.example.com:9090/', 'grpc.example.com:9090'],
    ['dns:///grpc.example.com:9090', 'grpc.example.com:9090'],
    ['https:/grpc.example.com:443', address],
    ['https//grpc.example.com:443', address],
    ['https:grpc.example.com:443', address],
    ['https:\\\\grpc.example.com:443', address],
    ['hhttps://grpc.example.com:443', address],
    ['htp://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['https://https://grpc.example.com:443', address],
    ['https://192.0.43.8:9090', '192.0.43.8:9090'],
    ['https://[2606:4700::1]:9090', '[2606:4700::1]:9090'],
    // Without a port, only the scheme tells that TLS is meant.
    ['https://grpc.example.com', address],
    ['grpcs://grpc.example.com', address],
    ['https://grpc.example.com/', address],
    ['htps://grpc.example.com', address],
    ['http://grpc.example.com', null],
    ['http:\\\\grpc.example.com', null],
    ['htp://grpc.example.com', null],
    ['grpc://grpc.example.com', null],
    ['tcp://grpc.example.com', null],
    ['grpc.example.com', null],
    // A service of another kind.
    ['wss://grpc.example.com:443', null],
    ['ftp://grpc.example.com:443', null],
    ['http://https://grpc.example.com:443', null],
    ['https://grpc.example.com:443/cosmos', null],
    ['https://grpc.example.com:443?a=b', null],
    ['https://user@grpc.example.com:443', null],
    ['https://grpc.example.com:', null],
    ['dns://192.0.43.8/grpc.example.com:9090', null],
    // A host that is named like a scheme.
    ['grpc:9090', null],
    ['https:9090', null],
    ['https://9090', null],
    // The port stays wrong.
    ['https://grpc.example.com:99999', 'grpc.example.com:99999'],
  ])('%s', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });
});

describe('if schemes are allowed, they are kept, and corrected', () => {
  test.each<Case>([
    ['hhttps://grpc.example.com', 'https://grpc.example.com'],
    ['ttps://grpc.example.com:443/', 'https://grpc.example.com:443/'],
    ['htp://grpc.example.com:9090', 'http://grpc.example.com:9090'],
    ['https:/grpc.example.com', 'https://grpc.example.com'],
    ['https//grpc.example.com:443', 'https://grpc.example.com:443'],
    ['https://https://grpc.example.com', 'https://grpc.example.com'],
    ['HTTPS://grpc.example.com', 'https://grpc.example.com'],
    ['grpc.example.com:443/', address],
    ['https://grpc.example.com', null],
    ['http://grpc.example.com:9090', null],
    ['http://grpc.example.com:443', 'https://grpc.example.com:443'],
    ['grpc://grpc.example.com:9090', 'grpc.example.com:9090'],
    ['grpc://grpc.example.com', null],
    ['httpd://grpc.example.com:9090', null],
    ['grpc.example.com', null],
    ['https://grpc.example.com/x', null],
  ])('%s', (before, after) => {
    expect(correctAs('grpc', before, { allowScheme: true })).toBe(after);
    expect(correctAs('grpc', before, { allowScheme: true, allowPath: true })).toBe(after);
  });
});

describe('a final slash is removed, but no other path', () => {
  test.each<Case>([
    ['grpc.example.com:443/', address],
    ['[2606:4700::1]:443/', '[2606:4700::1]:443'],
    ['grpc.example.com:443//', null],
    ['grpc.example.com:443/cosmos', null],
    ['grpc.example.com:443/?', null],
    ['grpc.example.com:443#', null],
    ['grpc.example.com/', null],
  ])('%s', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });
});

describe('several slips at once', () => {
  test.each<Case>([
    [' "https://GRPC.Example.com:443/", ', address],
    ['\u200bhttps://grpc.example.com :443', address],
    ['<https://grpc.example.com>;', address],
    ['"grpc://grpc.example.com:9090"', 'grpc.example.com:9090'],
    ['"grpc://grpc.example.com"', null],
    ['https://grpc.example.com:443/cosmos,', null],
  ])('%j', (before, after) => {
    expect(correctAs('grpc', before)).toBe(after);
  });
});
