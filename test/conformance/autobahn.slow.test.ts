import { describe, expect, onTestFinished, test } from 'vitest';
import { openWebSocket } from '../../src/net/websocket.js';
import { createProbeContext } from '../support/probe-context.js';
import { type FuzzingServer, installAutobahn, startFuzzingServer } from './autobahn.js';

/** Framing, pings, reserved bits, opcodes, fragments, UTF-8, closing; the rest is about speed and compression, which is not offered. */
const sections = ['1', '2', '3', '4', '5', '6', '7'];
const skipped = await installAutobahn();

/** Echoes text until the connection ends; resolves to the reason. */
async function echo(port: number, path: string): Promise<string> {
  const target = { host: '127.0.0.1', port, path, secure: false };
  const { opened } = await openWebSocket(createProbeContext(port, { target }), 'ws');
  if (!opened.ok) return opened.failure.code;
  for (;;) {
    const message = await opened.value.receive();
    if (!message.ok) return message.failure.code;
    opened.value.send(message.value);
  }
}

async function runCases({ port, cases }: FuzzingServer): Promise<Readonly<Record<string, string>>> {
  const ends: Record<string, string> = {};
  for (const [index, name] of cases.entries()) {
    ends[name] = await echo(port, `/runCase?case=${index + 1}&agent=endpoint-check`);
  }
  await echo(port, '/updateReports?agent=endpoint-check');
  return ends;
}

describe.skipIf(skipped !== '')(`the cases of Autobahn${skipped}`, () => {
  test('are passed, except those with binary messages', async () => {
    const server = await startFuzzingServer(sections);
    onTestFinished(server.end);
    const ends = await runCases(server);
    const behaviors = server.readBehaviors();
    expect(Object.keys(behaviors).sort()).toEqual([...server.cases].sort());
    // A violation may be found before earlier messages are echoed (non-strict); some cases are only informational.
    const passed = ['OK', 'NON-STRICT', 'INFORMATIONAL'];
    const failed = server.cases.filter((name) => !passed.includes(behaviors[name] ?? ''));
    // Answers of JSON-RPC are text: a binary message fails the connection.
    expect(failed).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `1.2.${number}`));
    expect(new Set(Object.values(ends))).toEqual(new Set(['ws/closed', 'ws/bad-frames']));
  });
});
