import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { file, plain } from '../../test/support/report-samples.js';
import { evmCheck } from '../checks/evm/http/index.js';
import { createReport } from '../engine/report.js';
import type { Entry } from '../model/entry.js';
import { render as renderPretty } from './pretty.js';

const options = { ...plain, detail: 'verbose' as const };

/** Untrusted text: long, wide, with characters that act on terminals and runners. */
const words = fc
  .array(
    fc.oneof(
      anyText({ maxLength: 40 }),
      fc.constantFrom(
        '::error::',
        '##[command]',
        ' ',
        '\n',
        '\r',
        '界界界',
        '\x1b[31m',
        '\u202e',
        'https://',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** A report in which every string that a file or a node can choose is untrusted. */
const reports = fc
  .record({ provider: words, url: words, moniker: words, message: words, hint: words, line: words })
  .map(({ provider, url, moniker, message, hint, line }) => {
    const range = { line: 1, column: 1, endLine: 1, endColumn: line.length + 1 };
    const place = { file, pointer: '/evm_rpc_endpoint/0', range };
    const listed = {
      chain: 'kava',
      kind: 'evm' as const,
      place,
      urlPlace: place,
      claimPlace: null,
      chainStatus: 'live' as const,
      skipReason: null,
      target: null,
      claim: null,
    };
    const entry: Entry = { ...listed, provider, url };
    const problem = { code: 'file/schema', data: { reason: message, fix: hint } };
    const observation = { facts: { moniker }, problems: [], judgeClaim: () => [] };
    const result = { observation, observedAt: 0, attempts: 1, durationMs: 1 };
    const report = createReport(
      { files: [{ path: file, chain: 'kava', format: 'chainlist' }], problems: [{ problem, place, entry }] },
      [{ entry, noFacts: evmCheck.noFacts, state: 'probed', result }],
      {
        startedAt: new Date(0),
        durationMs: 0,
        interrupted: false,
        scope: { network: true, only: null, since: null, shard: null },
      },
    );
    return { report, texts: new Map([[file, line]]) };
  });

describe('whatever the untrusted text is', () => {
  test('no line starts a command of a runner, and nothing acts on a terminal', () => {
    fc.assert(
      fc.property(reports, fc.integer({ min: 40, max: 120 }), ({ report, texts }, columns) => {
        const output = renderPretty(report, { ...options, columns, texts });
        expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        for (const line of output.split('\n')) {
          expect(line.trimStart().startsWith('::')).toBe(false);
          expect(line).not.toContain('##[');
        }
      }),
    );
  });

  test('the same in colour', () => {
    fc.assert(
      fc.property(reports, ({ report, texts }) => {
        const output = renderPretty(report, { ...options, color: true, texts });
        const uncolored = output.replaceAll(/\x1b\[\d+m/g, '');
        expect(uncolored.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        for (const line of [...output.split('\n'), ...uncolored.split('\n')]) {
          expect(line.trimStart().startsWith('::')).toBe(false);
          expect(line).not.toContain('##[');
        }
      }),
    );
  });

  test('no line is longer than there is room for', () => {
    fc.assert(
      fc.property(reports, fc.integer({ min: 60, max: 120 }), ({ report, texts }, columns) => {
        const output = renderPretty(report, { ...options, columns, texts });
        // A command that was broken up is a column longer, which only an attack on a runner shows.
        const calm = output.split('\n').filter((line) => !/# #|^\s*: :/.test(line));
        for (const line of calm) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
