import { describe, expect, test } from 'vitest';
import { homepage } from '../../test/support/documents.js';
import { goldenReports } from '../../test/support/golden-reports.js';
import { render, reporterNames } from './index.js';

/** Written by `npx vitest run --project fast src/reporters/golden.test.ts -u`: read the diff before you commit it. */
describe.each(reporterNames)('%s renders a report as before', (name) => {
  const ofReporter = goldenReports.filter(({ of }) => of?.includes(name) !== false);
  test.each(ofReporter)('$name', async ({ name: reportName, report, options }) => {
    const rendered = await render(report, name, options);
    const text =
      typeof rendered === 'string'
        ? rendered
        : rendered.map((file) => `${file.name}: ${file.text}\n`).join('');
    const golden = `../../test/reporters/golden/${reportName}/${name}.txt`;
    // A fork has another one.
    const portable = leaveOutSources(text).replaceAll(homepage, 'https://repository.example');
    await expect(portable).toMatchFileSnapshot(golden);
  });
});

/** Style and script of a page, and their hashes: they would be in each file. */
function leaveOutSources(text: string): string {
  return text.replaceAll(/<(style|script)>[^]*?<\/\1>|sha256-[\w+/=]+/g, '');
}
