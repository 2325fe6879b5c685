import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Firefox, firefoxPath, type FirefoxPage, startFirefox } from '../support/firefox.js';
import { html, livedHtml } from '../support/html-sample.js';

if (firefoxPath === undefined)
  process.stderr.write('Firefox is not installed: the HTML report is NOT tested in it\n');

/** The chains of the endpoints that are shown, in their order. */
const readShown = ({ evaluate }: FirefoxPage) =>
  evaluate(
    `[...document.querySelectorAll('#endpoints-table > tbody')].filter((one) => one.checkVisibility())
      .map((one) => one.querySelector('tr:first-child > td:nth-child(2)').textContent)`,
  );

/** Presses Tab until this has the focus; fails if the keyboard does not get there. */
async function tabTo(page: FirefoxPage, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`Tab never leads to ${selector}`);
}

describe.runIf(firefoxPath !== undefined)('the HTML report in Firefox', () => {
  let firefox: Firefox;
  beforeAll(async () => {
    firefox = await startFirefox();
  });
  afterAll(() => firefox.close());

  test('is filtered and sorted by keyboard alone, loads nothing, and logs no error', async () => {
    const page = await firefox.open(html);
    expect(await readShown(page)).toEqual(['bravo', 'charlie', 'delta', 'alfa', 'echo']);
    await tabTo(page, 'input[type=search]');
    await page.type('example');
    await tabTo(page, 'input[value=pass]');
    await page.press('Space');
    await expect.poll(() => readShown(page)).toEqual(['bravo', 'charlie', 'delta']);
    await tabTo(page, '#endpoints-table [data-name=latency] button');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.press('Enter');
    expect(await readShown(page)).toEqual(['charlie', 'bravo', 'delta']);
    expect(await page.evaluate('location.hash')).toContain('endpoints=latency');
    await tabTo(page, '#endpoints-table tbody summary');
    await page.press('Enter');
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('#endpoints-table dl')].filter((one) => one.checkVisibility()).length`,
      ),
    ).toBe(1);
    // Proves that an error would be noticed.
    await page.evaluate('console.log("the end")');
    expect(page.noise).toEqual(['log the end']);
  });

  test('tells the days of a history under the pointer, with gaps between days', async () => {
    const page = await firefox.open(livedHtml);
    const bar = `[...document.querySelectorAll('#endpoints-table svg.days')].at(1)`;
    await page.evaluate(`${bar}.scrollIntoView()`);
    const readTitle = (day: number) =>
      page.evaluate(
        `(({ x, y, width }) => document.elementFromPoint(x + ((${day} + 0.01) * width) / 90, y + 5).querySelector('title').textContent)(${bar}.getBoundingClientRect())`,
      );
    expect(await readTitle(89)).toBe('2026-01-01: down');
    expect(await readTitle(88)).toBe('2025-10-04 to 2025-12-31: up');
  });

  test.each([320, 700, 1_440])('is no wider than a window of %d', async (width) => {
    for (const text of [html, livedHtml]) {
      const page = await firefox.open(text, width);
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      expect(await page.evaluate('innerWidth')).toBe(width);
      const { scrollWidth, clientWidth } = (await page.evaluate(
        '(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)',
      )) as { scrollWidth: number; clientWidth: number };
      expect(scrollWidth).toBe(clientWidth);
    }
  });
});
