import { expect, test } from 'vitest';
import { classifyHeightRefusal, limitTexts, mentionsLimit, parseLowestHeight } from './words.js';

test.each([
  'API rate limit exceeded',
  'rate-limited',
  'local_rate_limited',
  'Too many requests, reason: call rate limit exhausted',
  'too many concurrent requests',
  '15/second request limit reached',
  'usage limit for your current plan',
  'maximum API usage limit',
  'limit exceeded',
  'Requests per second exceeded',
  'daily request count exceeded',
  'exceeded the RPS limit',
  'Your app has exceeded its compute units per second capacity',
  'requests limited to 10 per second',
  'Request timeout on the free tier',
  'You have reached the free tier',
  'Request timeout on the free plan',
  'Monthly capacity limit exceeded',
  'the node is under too much load',
  'request rate exceeded',
  'You have reached the quota',
  'Throttled',
  'the maximum query frequency is 1 time per second',
  'The key exceeds the frequency limit(15), and the query server is suspended for 5 s',
  'request too quickly, please retry later.',
  'You have reached your daily limit',
  'daily limit reached for API key',
  'your key has exceeded its throughput',
  'The service is overloaded, try again later',
  'max_subscription_clients 100 reached',
  'max_subscriptions_per_client 5 reached',
  'Too many connections. Please try again later.',
  'Too many subscriptions on the connection',
  'Server is busy, try again later',
  'system busy',
  'credits limited to 6000/sec',
  'You are out of credits',
  'Credits exhausted, please upgrade your plan',
  'Your plan limit has been reached',
  'allowed qps exceeded',
  'The maximum number of socket connections is reached. Please try again later.',
])('%s is a limit', (text) => {
  expect(mentionsLimit(text)).toBe(true);
});

test.each([
  '',
  'header not found',
  'invalid API key',
  'no healthy upstream',
  'the method eth_getBlockByNumber does not exist',
  'limited liability',
  'execution timeout',
  'unlimited',
  'No rate limits! See the docs',
  'block gas limit exceeded in simulation',
  'eth_getBlockByNumber is not available on the free tier',
  'max_subscription_clients 0 reached',
])('%j is not a limit', (text) => {
  expect(mentionsLimit(text)).toBe(false);
});

test('each wording has its source', () => {
  for (const { source } of limitTexts) expect(source).not.toBe('');
});

test.each(['exceeded ', 'requests ', 'request', 'rate ', 'a', ' '])(
  '4,096 characters of %j are read without delay',
  (atom) => {
    const start = process.cpuUsage();
    mentionsLimit(atom.repeat(4_096 / atom.length));
    // Of processor time, which a busy machine does not change; a pattern that backtracks takes seconds.
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
  },
);

test.each([
  ['failed to load state at height 1; version does not exist (latest height: 9)', 'gone'],
  ['height 1 is not available, lowest height is 1001', 'gone'],
  ['pruned history unavailable', 'gone'],
  ['missing trie node 0xab (path ) state 0xab is not available', 'gone'],
  ['historical state 0xab is not available', 'gone'],
  ['No state available for block 1', 'gone'],
  ['World state unavailable', 'gone'],
  ['state at block #1 is pruned', 'gone'],
  ['header not found', 'gone'],
  ['unknown block', 'gone'],
  ['cannot query with height in the future', 'not-yet'],
  ['height 9 must be less than or equal to the current blockchain height 8', 'not-yet'],
  ['execution reverted', null],
])('a refusal of a height is read: %s', (details, expected) => {
  expect(classifyHeightRefusal({ details })).toBe(expected);
});

test('the lowest height is read', () => {
  expect(parseLowestHeight('height 1 is not available, lowest height is 1001')).toBe(1_001);
  expect(parseLowestHeight('header not found')).toBeNull();
});
