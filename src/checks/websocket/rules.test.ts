import { describe, expect, test } from 'vitest';
import { createWebSocketRules } from './rules.js';

const rules = createWebSocketRules('ws', {
  name: 'a websocket',
  whereServed: '',
  method: 'status',
  subscribeHint: '',
});

describe('messages of the websocket rules contain what is known', () => {
  test.each([
    [1005, '', 'without a code'],
    [1011, '', 'with code 1011'],
    [1011, 'out of memory', 'with code 1011, "out of memory"'],
  ])('a close frame with the code %i and the reason %j', (code, reason, words) => {
    const message = rules['ws/closed'].message({ code, reason });
    expect(message).toBe(`the server closed the websocket ${words}`);
  });

  test.each([
    [null, '', 'the method does not exist'],
    [-32000, '', 'error -32000'],
    [-32000, 'not here', 'error -32000, "not here"'],
  ])('a subscription that is refused with the code %j and the text %j', (code, detail, words) => {
    const message = rules['ws/no-subscription'].message({ code, detail });
    expect(message).toBe(`the endpoint refuses the subscription to new blocks: ${words}`);
  });
});
