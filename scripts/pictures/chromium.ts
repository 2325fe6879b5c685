import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where a Chromium is installed here; undefined where none is. */
export const browserPath = paths.find((path) => existsSync(path));

/** Starts it, without a window; whoever starts it closes it. */
export async function startBrowser() {
  if (browserPath === undefined) throw new Error(`no Chromium: install it as ${paths.join(' or ')}`);
  // Chromium refuses to run as root inside of its sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: browserPath, args });
}
