import { describe, expect, test } from 'vitest';
import { failure, success } from '../model/failure.js';
import { createInbox } from './websocket.js';

const ended = failure('net/reset', { address: '192.0.2.1:443', phase: 'answer' });

describe('an inbox', () => {
  test('gives messages in order, to readers in order, and then why it has ended, to all', async () => {
    const inbox = createInbox();
    inbox.add('a');
    const early = [inbox.receive(), inbox.receive()];
    inbox.add('b');
    inbox.add('');
    inbox.end(ended);
    inbox.add('after the end');
    inbox.end(failure('net/rate-limited', { detail: '', retryAfterMs: null }));
    const all = await Promise.all([...early, inbox.receive(), inbox.receive(), inbox.receive()]);
    const why = { ok: false, failure: ended };
    expect(all).toEqual([success('a'), success('b'), success(''), why, why]);
  });

  test('ends for readers that wait', async () => {
    const inbox = createInbox();
    const waiting = [inbox.receive(), inbox.receive()];
    inbox.end(ended);
    expect(await Promise.all(waiting)).toEqual([
      { ok: false, failure: ended },
      { ok: false, failure: ended },
    ]);
  });
});
