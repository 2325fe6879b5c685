import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../test/support/probe-context.js';
import { use } from '../../test/support/servers.js';
import { holdClosedPort } from '../sandbox/server.js';
import { checks } from './index.js';
import { netRules } from './rules/net.js';
import { writeCommandLineOption } from '../model/write-option.js';

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
