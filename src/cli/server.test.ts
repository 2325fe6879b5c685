import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LineWriter } from './server.js';

function collect() {
  const writes: string[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString());
      done();
    },
  });
  return { writes, lines: new LineWriter(output) };
}

describe('lines', () => {
  test('of one turn of the event loop are one write, in order', async () => {
    const { writes, lines } = collect();
    lines.add('a\n');
    lines.add('b\n');
    expect(writes).toEqual([]);
    await turn();
    lines.add('c\n');
    await turn();
    expect(writes).toEqual(['a\nb\n', 'c\n']);
  });

  test('are flushed on demand, and not written again', async () => {
    const { writes, lines } = collect();
    lines.add('a\n');
    await lines.flush();
    expect(writes).toEqual(['a\n']);
    await turn();
    expect(writes.join('')).toBe('a\n');
  });
});
