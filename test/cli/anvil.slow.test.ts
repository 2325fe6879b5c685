import { describe, expect, test } from 'vitest';
import { startAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';

describe('a real EVM node', () => {
  test.each([
    ['evm', 'http', { certificateExpiresAt: null }],
    ['evm-ws', 'ws', { subscription: 'confirmed' }],
  ])('passes as %s, with its chain and its latest block', async (kind, scheme, facts) => {
    const port = await startAnvil('--chain-id', '9001');
    const args = [kind, `${scheme}://localhost:${port}`, '--allow-private', '--chain-id', '0x2329'];
    const { report, exitCode } = await runForReport(args);
    expect(exitCode).toBe(0);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 1 });
    expect(report.endpoints[0]?.facts).toMatchObject({ chainId: 9001, blockHeight: 0, ...facts });
    expect(report.findings.map(({ rule }) => rule)).toEqual(['http/plaintext']);
  });

  test('sends an event over a websocket for each block that it makes', async () => {
    const port = await startAnvil('--block-time', '0.1');
    const { report } = await runForReport(['evm-ws', `ws://localhost:${port}`, '--allow-private']);
    expect(report.endpoints[0]?.facts).toMatchObject({ chainId: 31_337, subscription: 'event' });
  });

  // check.test.ts has it for calls by POST.
  test('fails if another chain is claimed over a websocket', async () => {
    const port = await startAnvil('--chain-id', '9001');
    const args = ['evm-ws', `ws://localhost:${port}`, '--allow-private', '--chain-id', '9000'];
    const { report } = await runForReport(args);
    expect(report.findings.map(({ rule }) => rule)).toContain('evm-ws/wrong-chain');
  });

  test('is no websocket of CometBFT', async () => {
    const port = await startAnvil();
    const { report } = await runForReport(['ws', `ws://localhost:${port}`, '--allow-private']);
    expect(report.findings.map(({ rule, data }) => [rule, data])).toEqual([
      ['ws/other-kind', { kind: 'evm-ws' }],
      ['entry/websocket-path', { suggestion: `ws://localhost:${port}/websocket` }],
    ]);
  });

  test('warns if its latest block is old', async () => {
    const port = await startAnvil('--timestamp', '1600000000');
    const { report } = await runForReport(['evm', `http://localhost:${port}`, '--allow-private']);
    expect(report.endpoints[0]?.verdict).toBe('pass');
    expect(report.endpoints[0]?.facts['blockTime']).toBe('2020-09-13T12:26:40.000Z');
    expect(report.findings.map(({ rule }) => rule)).toContain('evm/stale');
  });
});
