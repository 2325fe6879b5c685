import { describe, expect, test } from 'vitest';
import { formatWsTarget, readWsUrl } from './url.js';

const forms = { allowPlaintext: true };

describe('the url of a CometBFT websocket', () => {
  test.each([
    [
      'wss://rpc.example.com/websocket',
      { host: 'rpc.example.com', port: 443, path: '/websocket', secure: true },
    ],
    ['ws://rpc.example.com:26657/websocket', { port: 26_657, secure: false }],
    ['wss://rpc.example.com/cosmos/websocket?a=b', { path: '/cosmos/websocket?a=b' }],
    ['wss://rpc.example.com/ws', { path: '/ws' }],
  ])('%s', (url, target) => {
    expect(readWsUrl(url, forms)).toMatchObject({ target, problems: [] });
  });

  test.each([
    ['wss://rpc.example.com', 'wss://rpc.example.com/websocket'],
    ['wss://rpc.example.com/', 'wss://rpc.example.com/websocket'],
    ['wss://rpc.example.com:8443/?a=b', 'wss://rpc.example.com:8443/websocket'],
    ['ws://[2606:4700::1111]', 'ws://[2606:4700::1111]/websocket'],
  ])('%s is read with a warning, since it has no path', (url, suggestion) => {
    const { target, problems } = readWsUrl(url, forms);
    expect(target?.path).toMatch(/^\/(\?a=b)?$/);
    expect(problems).toEqual([{ code: 'entry/websocket-path', data: { suggestion } }]);
  });

  test.each([
    ['https://rpc.example.com/websocket', 'wss://rpc.example.com/websocket'],
    ['http://rpc.example.com', 'wss://rpc.example.com/websocket'],
    ['rpc.example.com/ws', 'wss://rpc.example.com/ws'],
  ])('%s has another scheme, or none: %s is suggested', (url, suggestion) => {
    const { target, problems } = readWsUrl(url, forms);
    expect(target).toBeNull();
    expect(problems).toMatchObject([{ code: 'entry/url-scheme', data: { suggestion } }]);
  });
});

test.each([
  [{ port: 443, secure: true }, 'wss://a.example/x'],
  [{ port: 80, secure: true }, 'wss://a.example:80/x'],
  [{ port: 80, secure: false }, 'ws://a.example/x'],
  [{ port: 26_657, secure: false }, 'ws://a.example:26657/x'],
])('a target is written as one would list it: %j', (more, url) => {
  expect(formatWsTarget({ host: 'a.example', path: '/x', ...more })).toBe(url);
});
