import { describe, expect, test } from 'vitest';
import { KeptReplies } from './kept-replies.js';

function createReplies() {
  let now = 0;
  const replies = new KeptReplies(() => now);
  return { replies, wait: (ms: number) => (now += ms) };
}

const replyOf = (body: string) => ({ status: 200, headers: [], body });

describe('kept replies', () => {
  test('are found for their time', () => {
    const { replies, wait } = createReplies();
    replies.keep('a', replyOf('one'), 1_000);
    expect([replies.find('a'), replies.find('b')]).toEqual([replyOf('one'), null]);
    wait(999);
    expect(replies.find('a')).toEqual(replyOf('one'));
    wait(1);
    expect(replies.find('a')).toBeNull();
  });

  test('are the last of their request', () => {
    const { replies } = createReplies();
    replies.keep('a', replyOf('one'), 1_000);
    replies.keep('a', replyOf('two'), 1_000);
    expect(replies.find('a')).toEqual(replyOf('two'));
    replies.keep('a', replyOf('three'), 0);
    expect(replies.find('a')).toBeNull();
  });

  test('are none without a time, and none that is large', () => {
    const { replies } = createReplies();
    replies.keep('a', replyOf('one'), 0);
    replies.keep('b', replyOf('x'.repeat(1 << 20)), 1_000);
    replies.keep('c', { ...replyOf('one'), headers: ['link', 'x'.repeat(1 << 20)] }, 1_000);
    expect(['a', 'b', 'c'].map((request) => replies.find(request))).toEqual([null, null, null]);
  });

  test('are bounded together, with their requests: the oldest go first', () => {
    const { replies } = createReplies();
    const half = 'x'.repeat(500_000);
    for (let at = 0; at < 20; at++) replies.keep(`${half}${at}`, replyOf(half), 1_000);
    const found = Array.from({ length: 20 }, (_, at) => replies.find(`${half}${at}`) !== null);
    expect(found).toEqual(Array.from({ length: 20 }, (_, at) => at >= 4));
  });
});
