import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../test/support/probe-context.js';
import { use } from '../../test/support/servers.js';
import { writeCommandLineOption } from '../model/write-option.js';
import { holdClosedPort } from '../sandbox/server.js';
import { checks, describeUnknownKind, findCheck } from './index.js';
import { noPhases } from './node/check.js';
import { netRules } from './rules/net.js';

describe('a kind is known by its name', () => {
  test.each(checks.map((check) => [check.kind, check] as const))('%s', (kind, check) => {
    expect(findCheck(kind)).toBe(check);
    expect(check.readUrl(check.example, { allowPlaintext: false }).problems).toEqual([]);
  });

  test('another is not', () => {
    expect(findCheck('lcd')).toBeUndefined();
    expect(describeUnknownKind('lcd')).toMatch(
      /^unknown kind "lcd": expected grpc, evm, rpc, rest,? .* \(did you mean rest\?\)$/,
    );
  });
});

describe('the chain id of a command line is one of the kind', () => {
  const cases: Readonly<Record<string, readonly (readonly [text: string, expected: boolean])[]>> = {
    cosmos: [
      ['cosmoshub-4', true],
      ['1', true],
      ['', false],
      [' ', false],
      ['cosmoshub-4 ', false],
      ['cosmoshub\u200b-4', false],
    ],
    evm: [
      ['0x1', true],
      ['1', true],
      ['cosmoshub-4', false],
      ['', false],
    ],
  };

  test.each(checks.map((check) => [check.kind, check] as const))('%s', (_, { idFamily, isChainId }) => {
    for (const [text, expected] of cases[idFamily] ?? []) expect(isChainId(text), text).toBe(expected);
  });
});

test('the facts of an endpoint that was not probed are null, whatever its kind', () => {
  for (const { kind, noFacts } of checks) {
    const { phasesMs, ...facts } = noFacts;
    expect(phasesMs, kind).toEqual(noPhases);
    expect(new Set(Object.values(facts)), kind).toEqual(new Set([null]));
  }
});

describe('if nothing listens, the hint fits the kind that was probed', () => {
  test.each(checks.map((check) => [check.kind, check] as const))('%s', async (kind, check) => {
    const { port } = await use(holdClosedPort());
    const { problems, facts } = await (await check.loadProbe())(createProbeContext(port), 1);
    const address = `127.0.0.1:${port}`;
    expect(problems).toEqual([{ code: 'net/refused', data: { address, kind } }]);
    expect(facts['phasesMs']).toMatchObject({ dns: expect.any(Number) as number, connect: null });
    const hint = netRules['net/refused'].hint({ address, kind }, writeCommandLineOption);
    for (const { bindHint } of checks)
      if (bindHint !== undefined) expect(hint.includes(bindHint)).toBe(bindHint === check.bindHint);
  });

  test('without the kind, it names no node', () => {
    const hint = netRules['net/refused'].hint({ address: '192.0.2.1:443' }, writeCommandLineOption);
    for (const { bindHint } of checks) if (bindHint !== undefined) expect(hint).not.toContain(bindHint);
  });
});
