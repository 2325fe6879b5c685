import { describe, expect, test } from 'vitest';
import { frameMessage, MessageReader } from './message-reader.js';

const read = (...pieces: readonly Buffer[]): MessageReader => {
  const reader = new MessageReader();
  for (const piece of pieces) reader.read(piece);
  return reader;
};
const whole = (bytes: string) => ({ bytes: Buffer.from(bytes), isCompressed: false });

describe('messages are read wherever the stream is cut', () => {
  const stream = Buffer.concat([frameMessage(Buffer.from('first')), frameMessage(Buffer.from('2nd'))]);

  test('at every place', () => {
    expect(frameMessage(Buffer.from('2nd'))).toEqual(Buffer.from('\0\0\0\0\x032nd'));
    for (let at = 0; at <= stream.length; at++)
      expect(read(stream.subarray(0, at), stream.subarray(at)).messages).toEqual([
        whole('first'),
        whole('2nd'),
      ]);
  });

  test('byte by byte, each as soon as it is whole', () => {
    const reader = new MessageReader();
    const counts = [...stream].map((byte) => {
      reader.read(Buffer.from([byte]));
      return reader.messages.length;
    });
    const before = [Array<number>(9).fill(0), Array<number>(8).fill(1)].flat();
    expect(counts).toEqual([...before, 2]);
  });

  test('empty ones too, and one that is compressed', () => {
    expect(read(frameMessage(Buffer.alloc(0))).messages).toEqual([whole('')]);
    expect(read(Buffer.from([1, 0, 0, 0, 1, 7])).messages).toEqual([
      { bytes: Buffer.from([7]), isCompressed: true },
    ]);
  });

  test('no more than two', () => {
    expect(read(Buffer.alloc(5_000), Buffer.alloc(5_000)).messages).toHaveLength(2);
  });
});

test('a message of 1 MiB is read, a larger one is not', () => {
  const largest = read(frameMessage(Buffer.alloc(1_048_576)));
  expect([largest.messages.length, largest.isTooLarge]).toEqual([1, false]);
  const larger = read(frameMessage(Buffer.alloc(1_048_577)), Buffer.alloc(9));
  expect([larger.messages.length, larger.isTooLarge]).toEqual([0, true]);
});

test('what begins with neither 0 nor 1 is no message, and nothing is read after it', () => {
  const page = read(Buffer.from('<!doctype html>'), frameMessage(Buffer.alloc(1)));
  expect([page.messages, page.unknownFlag, page.isTooLarge]).toEqual([[], 0x3c, false]);
  const later = read(frameMessage(Buffer.from('first')), Buffer.from([2, 0, 0, 0, 0]));
  expect([later.messages, later.unknownFlag]).toEqual([[whole('first')], 2]);
});

test('a stream that ends within a message is cut off', () => {
  const first = frameMessage(Buffer.from('first'));
  expect(read(first).isCutOff()).toBe(false);
  for (let size = 1; size < first.length; size++)
    expect([
      read(first.subarray(0, size)).isCutOff(),
      read(first, first.subarray(0, size)).isCutOff(),
    ]).toEqual([true, true]);
});
