import { describe, expect, test } from 'vitest';
import { render as renderPage, texts } from '../../test/support/html-pages.js';
import { endpoint, finding, plain, report } from '../../test/support/report-samples.js';
import { renderGithub } from './github.js';

const line = '2 peers are inconclusive: many let nobody in from a data centre, or are full';

/** Two peers about which nothing is proved, one of them with another finding, before an endpoint that passes. */
const sample = report(
  [
    endpoint({ kind: 'peer', verdict: 'inconclusive', url: 'a@one.example:26656' }),
    endpoint({ kind: 'peer', verdict: 'inconclusive', url: 'b@two.example:26656' }),
    endpoint({ verdict: 'pass', url: 'grpc.example:443' }),
  ],
  [
    finding({ endpoint: 0, severity: 'notice', message: 'it is silent' }),
    finding({ endpoint: 1, severity: 'notice', message: 'it is silent' }),
    finding({ endpoint: 1, severity: 'warning', rule: 'entry/private-address', message: 'it is private' }),
  ],
);

describe('peers about which nothing is proved are counted in one line', () => {
  test('in place of annotations', () => {
    const lines = renderGithub(sample, plain).split('\n');
    expect(lines.filter((text) => text.startsWith('::'))).toEqual([expect.stringContaining('it is private')]);
    expect(lines).toContain(line);
  });

  test('on the page, where they come last, without their notices', () => {
    const page = renderPage(sample);
    expect(texts(page, '//p[@class="scope"]')).toContain(line);
    const rows = texts(page, '//table[@id="endpoints-table"]/tbody').map((text) =>
      text.replaceAll(/\s+/g, ' '),
    );
    expect(rows).toEqual([
      expect.stringContaining('grpc.example:443'),
      expect.stringContaining('one.example'),
      expect.stringMatching(/two\.example.*it is private/),
    ]);
    expect(rows.join('')).not.toContain('it is silent');
  });
});
