import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import { render as renderHtml } from '../../src/reporters/html.js';
import { browserPath, openPage, startBrowser } from '../support/browser.js';
import { html, readShown, sample } from '../support/html-pages.js';
import { finding, plain, report } from '../support/report-samples.js';

if (browserPath === undefined)
  process.stderr.write('Chromium is not installed: the HTML report is NOT tested in a browser\n');

/** Presses a key until this has the focus; fails if the keyboard does not get there. */
async function pressUntil(page: Page, key: string, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    if (await page.locator(`${selector}:focus`).count()) return;
  }
  throw new Error(`${key} never leads to ${selector}`);
}

describe.runIf(browserPath !== undefined)('the HTML report in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('loads nothing but itself, and logs no error', async () => {
    const { page, noise } = await openPage(browser, html);
    await page.getByRole('searchbox').fill('alfa');
    await page.getByRole('button', { name: 'Latency' }).click();
    await expect.poll(() => readShown(page)).toEqual(['alfa']);
    expect(noise).toEqual(['request the page']);
  });

  test('runs only the code that was rendered into it', async () => {
    const { page, noise } = await openPage(
      browser,
      html.replace(
        '<main>',
        '<main><script>document.title = "foreign"</script><img src="https://example.com/a" />',
      ),
    );
    expect(await page.title()).not.toBe('foreign');
    expect(noise.filter((line) => line.includes('Content Security Policy'))).toHaveLength(2);
  });

  test('filters by text, in urls and in findings, whatever the case', async () => {
    const { page } = await openPage(browser, html);
    const search = page.getByRole('searchbox');
    await search.fill('CHARLIE.example');
    await expect.poll(() => readShown(page)).toEqual(['charlie']);
    await search.fill('wHeels off');
    await expect.poll(() => readShown(page)).toEqual(['bravo']);
    expect(await page.locator('output').innerText()).toBe('1 of 5 shown');
    await search.fill('');
    await expect.poll(() => readShown(page)).toHaveLength(5);
    expect(await page.locator('output').innerText()).toBe('all 5 shown');
  });

  test('filters by verdict and kind, and shows all again', async () => {
    const { page } = await openPage(browser, html);
    await page.getByRole('checkbox', { name: 'pass 2' }).uncheck();
    await expect.poll(() => readShown(page)).toEqual(['bravo', 'charlie', 'delta']);
    await page.getByRole('checkbox', { name: 'grpc 2' }).uncheck();
    await expect.poll(() => readShown(page)).toEqual(['charlie', 'delta']);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => readShown(page)).toHaveLength(5);
    expect(await page.getByRole('checkbox', { checked: false }).count()).toBe(0);
  });

  test.each([
    ['Latency', ['echo', 'charlie', 'alfa', 'bravo', 'delta'], ['bravo', 'alfa', 'charlie', 'echo', 'delta']],
    ['Url', ['alfa', 'bravo', 'charlie', 'delta', 'echo'], ['echo', 'delta', 'charlie', 'bravo', 'alfa']],
    ['Kind', ['charlie', 'delta', 'alfa', 'bravo', 'echo'], ['bravo', 'echo', 'charlie', 'delta', 'alfa']],
  ])('sorts by %s, numbers as numbers, unknown values last', async (name, ascending, descending) => {
    const { page } = await openPage(browser, html);
    const head = page.locator('#endpoints-table').getByRole('columnheader', { name });
    await head.getByRole('button').click();
    expect(await readShown(page)).toEqual(ascending);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    expect(await readShown(page)).toEqual(descending);
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(await page.locator('#endpoints-table [aria-sort]').count()).toBe(1);
  });

  test('keeps the findings at their endpoint when it sorts', async () => {
    const { page } = await openPage(browser, html);
    await page.locator('#endpoints-table').getByRole('button', { name: 'Url' }).click();
    const bravo = page.locator('#endpoints-table > tbody').nth(1);
    // Not the visible part: a browser leaves out rows that are off its screen (`content-visibility`).
    expect(await bravo.textContent()).toMatch(/bravo[\s\S]*The Wheels came off/);
  });

  test('sorts the tables of chains and providers', async () => {
    const { page } = await openPage(browser, html);
    const table = page.locator('#chains-table');
    await table.getByRole('button', { name: 'State' }).click();
    await table.getByRole('button', { name: 'State' }).click();
    const chains = await table.locator('tbody th').allInnerTexts();
    expect(chains).toEqual(['bravo', 'alfa', 'charlie', 'delta', 'echo']);
  });

  test('a chain leads to its endpoints', async () => {
    const { page } = await openPage(browser, html);
    await page.locator('#chains-table').getByRole('button', { name: 'delta' }).click();
    await expect.poll(() => readShown(page)).toEqual(['delta']);
    await expect.poll(() => page.url()).toContain('#text=delta');
    expect(await page.locator('input:focus').inputValue()).toBe('delta');
  });

  test('a link keeps the filter and the order', async () => {
    const { page } = await openPage(browser, html);
    await page.getByRole('searchbox').fill('example & com');
    await page.getByRole('searchbox').fill('example.com');
    await page.getByRole('checkbox', { name: 'skipped 1' }).uncheck();
    await page.locator('#endpoints-table').getByRole('button', { name: 'Latency' }).click();
    await page.locator('#endpoints-table').getByRole('button', { name: 'Latency' }).click();
    const expected = ['bravo', 'alfa', 'charlie', 'echo'];
    await expect.poll(() => readShown(page)).toEqual(expected);
    await expect.poll(() => page.url()).toContain('#text=example.com&verdict=');
    const linked = await openPage(browser, html, { hash: new URL(page.url()).hash });
    expect(await readShown(linked.page)).toEqual(expected);
    expect(await linked.page.getByRole('searchbox').inputValue()).toBe('example.com');
    expect(await linked.page.getByRole('checkbox', { checked: false }).count()).toBe(1);
  });

  test.each([
    '#endpoints=-nothing',
    '#endpoints=-',
    '#verdict=',
    '#kind=none&verdict=x',
    '#%',
    '#=',
    '#nowhere',
  ])('a link with %s breaks nothing', async (hash) => {
    const { page, noise } = await openPage(browser, html, { hash });
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => readShown(page)).toHaveLength(5);
    expect(noise).toEqual([expect.stringContaining('request the page')]);
  });

  test('a rule leads to its explanation, and back to the filtered rows', async () => {
    const { page } = await openPage(browser, html);
    await page.getByRole('searchbox').fill('bravo');
    await expect.poll(() => readShown(page)).toEqual(['bravo']);
    await expect.poll(() => page.url()).toContain('text=bravo');
    await page.locator('#endpoints').getByRole('link', { name: 'net/refused' }).click();
    await expect.poll(() => page.locator('#rule-net-refused p').first().isVisible()).toBe(true);
    expect(await readShown(page)).toEqual(['bravo']);
    await page.goBack();
    await expect.poll(() => page.url()).toContain('text=bravo');
    expect(await readShown(page)).toEqual(['bravo']);
  });

  test('can be used by keyboard alone, with a visible focus', async () => {
    const { page, noise } = await openPage(browser, html);
    await pressUntil(page, 'Tab', 'input[type=search]');
    await page.keyboard.type('example');
    await page.keyboard.press('Enter');
    await pressUntil(page, 'Tab', 'input[value=pass]');
    await page.keyboard.press('Space');
    await expect.poll(() => readShown(page)).toEqual(['bravo', 'charlie', 'delta']);
    await pressUntil(page, 'Tab', '#endpoints-table [data-name=latency] button');
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await readShown(page)).toEqual(['charlie', 'bravo', 'delta']);
    await pressUntil(page, 'Tab', '#endpoints-table tbody summary');
    await page.keyboard.press('Enter');
    expect(await page.locator('#endpoints-table dl:visible').count()).toBe(1);
    expect(noise).toEqual(['request the page']);
  });

  test('filters and sorts 4000 endpoints', async () => {
    const many = Array.from({ length: 4_000 }, (_, index) =>
      sample(
        `chain-${index}`,
        index % 4 === 0 ? 'fail' : 'pass',
        (index * 7) % 4_001,
        index % 2 === 0 ? 'evm' : 'grpc',
      ),
    );
    const findings = many.flatMap(({ verdict }, index) =>
      verdict === 'fail' ? [finding({ endpoint: index })] : [],
    );
    const { page, noise } = await openPage(browser, renderHtml(report(many, findings), { ...plain, rules }));
    const output = page.locator('output');
    await page.getByRole('checkbox', { name: 'pass 3000' }).uncheck();
    await expect.poll(() => output.innerText()).toBe('1000 of 4000 shown');
    await page.getByRole('searchbox').fill('chain-39');
    await expect.poll(() => output.innerText()).toBe('27 of 4000 shown');
    await page.locator('#endpoints-table').getByRole('button', { name: 'Latency' }).click();
    const sorted = many
      .filter(({ verdict, chain }) => verdict === 'fail' && chain?.startsWith('chain-39') === true)
      .sort((a, b) => a.durationMs - b.durationMs)
      .map(({ chain }) => chain);
    expect(await readShown(page)).toEqual(sorted);
    expect(noise).toEqual(['request the page']);
  });
});
