import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importTypeScript } from '../../import-typescript.js';

/** The version of Grafana whose components draw the panels. */
const grafanaVersion = '13.2.2';

// Grafana's font is Inter.
const packages = [
  ...['@grafana/data', '@grafana/i18n', '@grafana/ui'].map((name) => `${name}@${grafanaVersion}`),
  ...['@fontsource/inter@5.3.0', 'react@19', 'react-dom@19', 'rxjs@7.8.2'],
];

/**
 * Installs Grafana's components, once for this machine; resolves to their `node_modules`. They are not installed with this project, since
 * they are half a gigabyte.
 * @returns {Promise<string>}
 */
export async function installGrafana() {
  const { cacheDirectory } = await importTypeScript('test/support/cache-directory.ts');
  const directory = join(cacheDirectory, `grafana-ui-${grafanaVersion}`);
  if (!existsSync(directory)) {
    const unfinished = `${directory}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', unfinished];
    await promisify(execFile)('npm', ['install', ...options, ...packages]);
    await rename(unfinished, directory);
  }
  return join(directory, 'node_modules');
}
