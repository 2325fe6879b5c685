import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { createDirectory } from './directory.js';

export { browserPath, startBrowser } from '../../scripts/pictures/chromium.js';

/** An open page, and its actions besides showing itself. */
export interface OpenPage {
  readonly page: Page;
  /** Its `file:` url. */
  readonly url: string;
  /** A description of each request, message of the console and uncaught error. */
  readonly noise: readonly string[];
}

/** Writes a page to a file and opens it from there, until the test ends. `hash` is the fragment of its url. */
export async function openPage(
  browser: Browser,
  html: string,
  { hash = '', ...options }: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<OpenPage> {
  const directory = await createDirectory({ 'report.html': html });
  const url = pathToFileURL(join(directory, 'report.html')).href;
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('request', (request) => noise.push(`request ${request.url().replace(url, 'the page')}`));
  page.on('console', (message) => noise.push(`console ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`error ${error.message}`));
  await page.goto(url + hash);
  return { page, url, noise };
}
