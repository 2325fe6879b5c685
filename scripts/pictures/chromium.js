import { existsSync } from 'node:fs';
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
