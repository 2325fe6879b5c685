import { describe, expect, test } from 'vitest';
import {
  endpoint,
  file,
  finding,
  listTextReporters,
  report,
  text,
} from '../../test/support/report-samples.js';
import { render, type ReporterName } from './index.js';

const sample = report([endpoint()], [finding()]);

describe('a report is rendered by the name of a reporter', () => {
  test.each(listTextReporters('messages', 'codes', 'data'))('%s, without any option', async (name) => {
    const rendered = await render(sample, name);
    expect(rendered).toContain('net/refused');
    expect(rendered).not.toContain('\x1b');
    expect(rendered.endsWith('\n')).toBe(true);
  });

  test('badge, as files', async () => {
    const files = await render(sample, 'badge');
    expect(files.map(({ name }) => name)).toEqual(['endpoints.json', 'kava.json']);
  });

  test('with the options that are set, and defaults for the rest', async () => {
    const texts = new Map([[file, text]]);
    const pretty = await render(sample, 'pretty', { texts, pathPrefix: 'registry/', detail: 'quiet' });
    expect(pretty).toContain('\nregistry/chain/kava/param.json:3:34: error: '.trim());
    expect(pretty).toContain('3 | { "provider"');
    expect(await render(sample, 'pretty', { color: true })).toContain('\x1b[31mfail');
  });

  test.each(['rainbow', 'toString', ''])('%j is refused', async (name) => {
    await expect(render(sample, name as ReporterName)).rejects.toThrow(`unknown reporter ${name}`);
  });
});
