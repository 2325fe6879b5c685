import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { permute } from '../../model/keccak.js';
import { Transcript } from './secret-connection.js';

test.each(['', 'abc', 'x'.repeat(135)])('the permutation is that of SHA-3: %j', (message) => {
  const state = Buffer.alloc(200);
  state.write(message);
  state[message.length] = (state[message.length] ?? 0) ^ 0x06;
  state[135] = (state[135] ?? 0) ^ 0x80;
  permute(state);
  expect(state.subarray(0, 32)).toEqual(createHash('sha3-256').update(message).digest());
});

// Source: https://github.com/dalek-cryptography/merlin/blob/3.0.0/src/transcript.rs, `equivalence_simple`; gtank/merlin has the same.
test('a transcript with one message has the challenge of Merlin', () => {
  const transcript = new Transcript('test protocol');
  transcript.append('some label', Buffer.from('some data'));
  expect(transcript.challenge('challenge', 32).toString('hex')).toBe(
    'd5a21972d0d5fe320c0d263fac7fffb8145aa640af6e9bca177c03c7efcf0615',
  );
});

// Source: https://github.com/gtank/merlin/blob/master/merlin_test.go, `TestComplexTranscript`.
test('a transcript that goes on after challenges, beyond the rate of the state, has the last one of Merlin', () => {
  const transcript = new Transcript('test protocol');
  transcript.append('step1', Buffer.from('some data'));
  const data = Buffer.alloc(1_024, 99);
  let challenge: Buffer = Buffer.alloc(0);
  for (let round = 0; round < 32; round++) {
    challenge = transcript.challenge('challenge', 32);
    transcript.append('bigdata', data);
    transcript.append('challengedata', challenge);
  }
  expect(challenge.toString('hex')).toBe('a8c933f54fae76e3f9bea93648c1308e7dfa2152dd51674ff3ca438351cf003c');
});
