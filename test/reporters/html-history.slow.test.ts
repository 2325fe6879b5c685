import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import { renderHtml } from '../../src/reporters/html.js';
import { browserPath, openPage, startBrowser } from '../support/browser.js';
import { live } from '../support/history-samples.js';
import { livedHtml, readShown, sample } from '../support/html-sample.js';
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

  test('tells each day to the keyboard, in one stop per bar', async () => {
    const { page, noise } = await openPage(browser, livedHtml);
    const bar = findBar(page, 'echo');
    await bar.focus();
    const slider = page.getByRole('slider', { name: 'up since 2026-01-01, 1 run' }).last();
    const read = () => slider.getAttribute('aria-valuetext');
    expect(await read()).toBe('2026-01-01: up');
    await page.keyboard.press('ArrowRight');
    expect(await read()).toBe('2026-01-01: up');
    await page.keyboard.press('ArrowLeft');
    expect(await read()).toBe('2025-12-31: down');
    expect(await page.locator('.day-tip').innerText()).toBe('2025-12-31: down');
    for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press('ArrowLeft');
    expect(await read()).toBe('2025-12-22: no run');
    await page.keyboard.press('Home');
    expect(await read()).toBe('2025-10-04: no run');
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuenow')).toBe('90');
    await page.keyboard.press('Escape');
    expect(await page.locator('.day-tip').isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    expect(await page.locator('svg.days:focus').count()).toBe(0);
    expect(noise).toEqual(['request the page']);
  });

  test('tells each sort of day', async () => {
    const { page } = await openPage(browser, livedHtml);
    await findBar(page, 'charlie').focus();
    const texts: (string | null)[] = [];
    for (const key of ['End', ...Array.from({ length: 6 }, () => 'ArrowLeft')]) {
      await page.keyboard.press(key);
      texts.push(await page.locator(':focus').getAttribute('aria-valuetext'));
    }
    expect(texts).toEqual([
      '2026-01-01: inconclusive',
      '2025-12-31: down',
      '2025-12-30: down',
      '2025-12-29: down',
      '2025-12-28: down',
      '2025-12-27: partly up',
      '2025-12-26: up',
    ]);
  });

  test('is named in the accessibility tree', async () => {
    const { page } = await openPage(browser, livedHtml);
    const section = await page.locator('#newly-failing').ariaSnapshot();
    expect(section).toContain('region "Newly failing"');
    expect(section).toContain('slider "uptime 96.6 % over 30 days, down since 2026-01-01, 1 run"');
    expect(section).toContain('last up 2025-12-31 00:00 UTC');
    const table = page.getByRole('table', { name: /Each endpoint/ });
    expect(await table.getByRole('columnheader').count()).toBe(9);
    expect(await table.getByRole('slider').count()).toBe(5);
    const chains = page.getByRole('table', { name: /6 chains/ });
    expect(await chains.getByRole('rowheader').count()).toBe(6);
    expect(await chains.getByRole('slider', { name: 'uptime 33.3 % over 30 days' }).count()).toBe(1);
  });

  test('shows the day under the pointer', async () => {
    const { page, noise } = await openPage(browser, livedHtml);
    const bar = findBar(page, 'foxtrot');
    await bar.scrollIntoViewIfNeeded();
    const box = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const tip = page.locator('.day-tip');
    const move = (day: number) =>
      page.mouse.move(box.x + ((day + 0.5) * box.width) / 90, box.y + box.height / 2);
    await move(89);
    await expect.poll(() => tip.innerText()).toBe('2026-01-01: down');
    await move(0);
    await expect.poll(() => tip.innerText()).toBe('2025-10-04: up');
    await page.mouse.move(box.x, box.y - 200);
    await expect.poll(() => tip.isVisible()).toBe(false);
    expect(noise).toEqual(['request the page']);
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
    expect(await page.getByRole('slider').count()).toBe(0);
  });

  test('is on paper, in its colours', async () => {
    const { page } = await openPage(browser, livedHtml);
    await findBar(page, 'echo').focus();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.day-tip').isVisible()).toBe(false);
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
    expect(Buffer.byteLength(text)).toBeLessThan(9_000_000);
    const { page, noise } = await openPage(browser, text);
    await page.locator('#endpoints-table').getByRole('button', { name: 'Uptime' }).click();
    const first = page.locator('#endpoints-table > tbody').first();
    expect(await first.innerText()).toMatch(/33\.3 %\s+✕?\s*dead/);
    await page.getByRole('searchbox').fill('chain-302');
    await expect.poll(() => page.locator('output').innerText()).toBe('18 of 5454 shown');
    expect(noise).toEqual(['request the page']);
  });
});
