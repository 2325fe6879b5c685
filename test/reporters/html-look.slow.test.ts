import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import { render as renderHtml } from '../../src/reporters/html.js';
import { browserPath, openPage, startBrowser } from '../support/browser.js';
import { live } from '../support/histories.js';
import { html, livedHtml, readShown } from '../support/html-pages.js';
import { endpoint, finding, plain, report } from '../support/report-samples.js';

/** The contrast of something with its background, as WCAG 2 defines it: from 1 to 21. */
interface Contrast {
  readonly what: string;
  readonly ratio: number;
}

/** The contrast of all texts and bars that are shown, from their computed styles, and the luminance of the page's background. */
async function measureContrast(
  page: Page,
): Promise<{ texts: readonly Contrast[]; shapes: readonly Contrast[]; ground: number }> {
  return page.evaluate(inPage);
}

/** A string, since it runs in the page, which has other types. */
const inPage = `(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => [red, green, blue]
    .map((part) => part / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ratio = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  const groundOf = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const color = parse(getComputedStyle(one).backgroundColor);
      if (color[3] !== 0) return color;
    }
    throw new Error('no background');
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const describe = (element) => element.tagName + '.' + (element.getAttribute('class') ?? '') + ' ' + element.textContent.slice(0, 30);
  const texts = [...document.body.querySelectorAll('*:not(script, title)')]
    .filter((element) => hasText(element) && isShown(element))
    .map((element) => ({ what: describe(element), ratio: ratio(parse(getComputedStyle(element).color), groundOf(element)) }));
  const isPainted = ({ fill, stroke }) => fill !== 'none' || stroke !== 'none';
  const shapes = [...document.querySelectorAll('rect, path')]
    .filter((element) => isPainted(getComputedStyle(element)))
    .map((element) => {
      const { fill, stroke } = getComputedStyle(element);
      return { what: describe(element), ratio: ratio(parse(fill === 'none' ? stroke : fill), groundOf(element.closest('table, body'))) };
    });
  return { texts, shapes, ground: luminance(groundOf(document.body)) };
})()`;

if (browserPath === undefined)
  process.stderr.write('Chromium is not installed: the look of the HTML report is NOT tested\n');

describe.runIf(browserPath !== undefined)('the look of the HTML report', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test.each([
    ['light', '', html],
    ['dark', '', html],
    ['light', ' with history', livedHtml],
    ['dark', ' with history', livedHtml],
  ] as const)('has enough contrast if %s is preferred%s', async (colorScheme, _, text) => {
    const { page } = await openPage(browser, text, { colorScheme });
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    const { texts, shapes, ground } = await measureContrast(page);
    expect(ground > 0.5).toBe(colorScheme === 'light');
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    expect(shapes.length).toBeGreaterThan(10);
    expect(shapes.filter(({ ratio }) => ratio < 3)).toEqual([]);
  });

  test.each([320, 375, 700, 900, 1_100, 1_440])('is no wider than a window of %d', async (width) => {
    const long = renderHtml(
      report(
        [
          endpoint({
            url: `https://${'a-very-long-name-'.repeat(12)}.example.com`,
            provider: 'Provider'.repeat(20),
            chain: 'chain'.repeat(20),
            history: live('PF'),
            facts: {
              chainId: 'chain-id'.repeat(20),
              blockHeight: '9'.repeat(40),
              ['field'.repeat(20)]: 'x'.repeat(200),
            },
          }),
        ],
        [finding({ message: 'm'.repeat(250) }), finding({ endpoint: null, file: 'f/'.repeat(100) })],
      ),
      { ...plain, rules, scope: 's'.repeat(250) },
    );
    for (const text of [html, livedHtml, long]) {
      const { page } = await openPage(browser, text, { viewport: { width, height: 800 } });
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  test.each([
    [999, false],
    [1_000, true],
  ])('has an endpoint in columns, its uptime among them, from 1,000 px: %d', async (width, inColumns) => {
    const { page } = await openPage(browser, livedHtml, { viewport: { width, height: 800 } });
    const tops = await page.evaluate<number[]>(
      "[...document.querySelector('#endpoints-table > tbody > tr').cells].map((cell) => Math.round(cell.getBoundingClientRect().top))",
    );
    expect(tops).toHaveLength(9);
    expect(new Set(tops).size === 1).toBe(inColumns);
  });

  test.each([320, 768, 880, 985, 1_000, 1_280])(
    'has room for the heads, names and days of chains at %d px',
    async (width) => {
      const verdicts = ['fail', 'invalid', 'inconclusive', 'skipped', 'pass'] as const;
      const endpoints = verdicts.map((verdict) => endpoint({ verdict, history: live('PF') }));
      const text = renderHtml(report(endpoints, [finding({ endpoint: null })]), { ...plain, rules });
      const { page } = await openPage(browser, text, { viewport: { width, height: 800 } });
      const [height, overhang] = await page.evaluate<[number, number]>(
        `(() => {
          const table = document.querySelector('#chains-table');
          const right = Math.max(...[...table.querySelectorAll('tbody td, svg')].map((one) => one.getBoundingClientRect().right));
          const height = Math.max(...[...table.querySelectorAll('button')].map((one) => one.getBoundingClientRect().height));
          return [height, right - table.getBoundingClientRect().right];
        })()`,
      );
      // One line.
      expect(height).toBeLessThan(30);
      expect(overhang).toBeLessThanOrEqual(0);
    },
  );

  test('is a table to assistive technology', async () => {
    const { page } = await openPage(browser, html, { viewport: { width: 375, height: 800 } });
    const table = page.getByRole('table', { name: /Each endpoint/ });
    expect(await table.getByRole('columnheader').count()).toBe(8);
    expect(await table.getByRole('rowheader').count()).toBe(5);
    // Some browsers take a grid for no table, so the roles are explicit.
    expect(await page.locator('#endpoints-table[role=table] tr[role=row]').count()).toBe(9);
    for (const landmark of ['banner', 'navigation', 'main', 'contentinfo', 'search'] as const)
      expect(await page.getByRole(landmark).count(), landmark).toBe(1);
    expect(await page.getByRole('region').count()).toBe(5);
  });

  test('is complete without JavaScript, without filters', async () => {
    const { page } = await openPage(browser, html, { javaScriptEnabled: false });
    expect(await readShown(page)).toEqual(['bravo', 'charlie', 'delta', 'alfa', 'echo']);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('body').innerText()).toContain('The Wheels came off');
    await page.locator('#rule-net-refused summary').click();
    expect(await page.locator('#rule-net-refused p').first().isVisible()).toBe(true);
  });

  test('has no filters on paper, and explains all rules', async () => {
    const { page } = await openPage(browser, html);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('searchbox').count()).toBe(0);
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.rules details p')].map((one) => one.checkVisibility({ contentVisibilityAuto: true }) ? one.offsetHeight : 0)",
    );
    expect(heights.length).toBeGreaterThan(4);
    expect(heights.filter((height) => height === 0)).toEqual([]);
  });
});
