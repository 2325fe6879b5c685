import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the Chromium that is installed; whoever starts it closes it. */
export async function launchChromium() {
  const executablePath = paths.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error(`no Chromium: install it as ${paths.join(' or ')}`);
  return chromium.launch({
    executablePath,
    // Chromium refuses to run as root inside of its sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/**
 * Writes a picture of a page, and says how large it is.
 * @param {import('playwright-core').Page} page
 * @param {string} path
 * @param {import('playwright-core').PageScreenshotOptions} [options]
 */
export async function takePicture(page, path, options) {
  await page.screenshot({ path, ...options });
  console.log(`${path}: ${Math.ceil((await stat(path)).size / 1_000)} kB`);
}
