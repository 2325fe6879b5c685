import { expect, test } from 'vitest';
import { live } from '../../test/support/histories.js';
import { endpoint, finding, plain, report } from '../../test/support/report-samples.js';
import { createOverview } from '../history/report-history.js';
import { defaultDeadLimits } from '../history/judge-line.js';
import { hideUnchanged, render, reporterNames } from './index.js';
import { overviewRenderers } from './history/overview.js';
import { joinSections } from './markdown-sections.js';

/** One of each thing that reports count. */
const ofRun = report(
  [endpoint({ history: live('F') })],
  [
    finding(),
    finding({ severity: 'warning', rule: 'grpc/syncing', baselineState: 'unchanged' }),
    finding({ severity: 'notice', rule: 'file/no-endpoints', endpoint: null }),
  ],
);
const samples = [ofRun, { ...ofRun, scope: { ...ofRun.scope, since: 'main' } }];

const nouns = 'endpoint|file|chain|provider|error|warning|notice|finding|run|day|other';
const wrong = new RegExp(
  `\\b1 (?:[a-z]+ )?(?:${nouns})s\\b|<dt>(?:${nouns})s</dt>\\s*<dd>1<|\\b1 [a-z ]*\\b(?:are|were|claim|list|do) `,
);

test.each(reporterNames.filter((name) => name !== 'json'))('%s has no plural of one', async (name) => {
  for (const sample of samples) {
    const rendered: unknown = await render(sample, name);
    expect(typeof rendered === 'string' ? rendered : JSON.stringify(rendered)).not.toMatch(wrong);
  }
});

test('nor have the counts of hidden findings and of a history', () => {
  const shown = hideUnchanged(ofRun, plain, 'pretty');
  expect(shown.options.scope).toBe('1 finding that was there before is not shown.');
  expect(joinSections('', [{ title: 't', blocks: ['a', 'b'], maxBlocks: 1 }], 999)).toContain(
    '… and 1 more that does not fit here.',
  );
  const line = { kind: 'evm', address: 'a.example', ...live('F') };
  expect(
    overviewRenderers.pretty(createOverview([line], ofRun.startedAt, defaultDeadLimits), {
      ...{ tool: ofRun.tool, pathPrefix: '', histories: 1 },
      verbose: true,
    }),
  ).not.toMatch(wrong);
});
