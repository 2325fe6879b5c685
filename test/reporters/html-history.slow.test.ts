import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import { render as renderHtml } from '../../src/reporters/html.js';
import { browserPath, openPage, startBrowser } from '../support/browser.js';
import { live } from '../support/histories.js';
import { livedHtml, readShown, sample } from '../support/html-pages.js';
import { finding, plain, report } from '../support/report-samples.js';

if (browserPath === undefined)
  process.stderr.write('Chromium is not installed: the history of the HTML report is NOT tested\n');

/** The bar of an endpoint in the table of all endpoints. */
function findBar(page: Page, name: string) {
  return page.locator('#endpoints-table > tbody', { hasText: `${name}.example.com` }).locator('svg.days');
}

describe.runIf(browserPath !== undefined)('the history of endpoints in the HTML report', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('sorts by uptime, unknown ones last', async () => {
    const { page, noise } = await openPage(browser, livedHtml);
    const head = page.locator('#endpoints-table').getByRole('columnheader', { name: 'Uptime' });
    await head.getByRole('button').click();
    expect(await readShown(page)).toEqual(['bravo', 'echo', 'charlie', 'foxtrot', 'alfa', 'delta']);
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    expect(await readShown(page)).toEqual(['alfa', 'foxtrot', 'charlie', 'echo', 'bravo', 'delta']);
    const chains = page.locator('#chains-table');
    await chains.getByRole('button', { name: 'Uptime' }).click();
    expect(await chains.locator('tbody th').allInnerTexts()).toEqual([
      'bravo',
      'echo',
      'charlie',
      'foxtrot',
      'alfa',
      'delta',
    ]);
    expect(noise).toEqual(['request the page']);
  });

  test('is named in the accessibility tree', async () => {
    const { page } = await openPage(browser, livedHtml);
    const section = await page.locator('#newly-failing').ariaSnapshot();
    expect(section).toContain('region "Newly failing"');
    expect(section).toContain('img "uptime 96.6 % over 30 days, down since 2026-01-01, 1 run"');
    expect(section).toContain('last up 2025-12-31 00:00 UTC');
    const table = page.getByRole('table', { name: /Each endpoint/ });
    expect(await table.getByRole('columnheader').count()).toBe(9);
    expect(await table.getByRole('img', { name: /^(uptime|no result)/ }).count()).toBe(5);
    const chains = page.getByRole('table', { name: /6 chains/ });
    expect(await chains.getByRole('rowheader').count()).toBe(6);
    expect(await chains.getByRole('img', { name: 'uptime 33.3 % over 30 days' }).count()).toBe(1);
  });

  test('tells the days under the pointer, in the gap between two days too', async () => {
    const { page } = await openPage(browser, livedHtml);
    const bar = findBar(page, 'charlie');
    await bar.scrollIntoViewIfNeeded();
    const readTitle = (day: number) =>
      page.evaluate<string>(`(() => {
        const rows = [...document.querySelectorAll('#endpoints-table > tbody')];
        const bar = rows.find((row) => row.textContent.includes('charlie')).querySelector('svg.days');
        const { x, y, width } = bar.getBoundingClientRect();
        return document.elementFromPoint(x + (${day}.01 * width) / 90, y + 5).querySelector('title').textContent;
      })()`);
    expect(await readTitle(89)).toBe('2026-01-01: inconclusive');
    expect(await readTitle(87)).toBe('2025-12-28 to 2025-12-31: down');
    expect(await readTitle(84)).toBe('2025-12-27: partly up');
    expect(await readTitle(0)).toBe('2025-10-04 to 2025-12-26: up');
  });

  test('is complete without JavaScript', async () => {
    const { page } = await openPage(browser, livedHtml, { javaScriptEnabled: false });
    await expect(page.getByRole('region', { name: 'Newly failing' }).innerText()).resolves.toContain(
      'foxtrot',
    );
    await expect(page.getByRole('region', { name: 'Recovered' }).innerText()).resolves.toContain('echo');
    const bars = page.getByRole('img', { name: /^uptime / });
    // Five endpoints and chains, a provider, and changes.
    expect(await bars.count()).toBe(13);
    for (const bar of await bars.all()) expect((await bar.boundingBox())?.width).toBeGreaterThan(200);
  });

  test('is on paper, in its colours', async () => {
    const { page } = await openPage(browser, livedHtml);
    await page.emulateMedia({ media: 'print' });
    const shown = await page.evaluate<string[]>(
      "[...document.querySelectorAll('svg.days')].filter((one) => one.getBoundingClientRect().height > 10).map((one) => getComputedStyle(one).printColorAdjust)",
    );
    expect(shown).toEqual(Array.from({ length: 13 }, () => 'exact'));
  });

  test('of 5454 endpoints can be used', async () => {
    const histories = [
      'P'.repeat(90),
      `${'P'.repeat(30)}M${'P'.repeat(59)}`,
      `${'P'.repeat(70)}${'F'.repeat(20)}`,
    ].map(live);
    const facts = {
      ...{ transport: 'tls', address: '192.0.43.8:443', chainId: 'kava_2222-10', sdkVersion: 'v0.50.13' },
      ...{ moniker: 'a node of some provider', blockHeight: 22_123_456 },
      certificateExpiresAt: '2027-01-01T00:00:00.000Z',
      phasesMs: { dns: 1.2, connect: 12.3, tls: 23.4, firstByte: 34.5, total: 71.4 },
    };
    const many = Array.from({ length: 5_454 }, (_, at) => ({
      ...sample(`chain-${Math.floor(at / 18)}`, at % 10 === 0 ? 'fail' : 'pass', 50 + (at % 400)),
      facts,
      history: histories[at % 10 === 0 ? 2 : at % 2] ?? null,
    }));
    const findings = many.flatMap(({ verdict }, at) =>
      verdict === 'fail' ? [finding({ endpoint: at })] : [],
    );
    const text = renderHtml(report(many, findings), { ...plain, rules });
    expect(Buffer.byteLength(text)).toBeLessThan(10_000_000);
    const { page, noise } = await openPage(browser, text);
    await page.locator('#endpoints-table').getByRole('button', { name: 'Uptime' }).click();
    const first = page.locator('#endpoints-table > tbody').first();
    expect(await first.innerText()).toMatch(/33\.3 %\s+✕?\s*dead/);
    await page.getByRole('searchbox').fill('chain-302');
    await expect.poll(() => page.locator('output').innerText()).toBe('18 of 5454 shown');
    expect(noise).toEqual(['request the page']);
  });
});
