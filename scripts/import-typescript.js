import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { rawText } from './raw-text.js';

const noValidator = resolve('no-validator.js');

/** Validators are generated from what is imported, so nothing that is imported here may need one. */
const noValidators = {
  name: 'no-validators',
  /** @param {string} source */
  resolveId: (source) => (source.endsWith('/validator.generated.js') ? { id: noValidator } : null),
  /** @param {string} id */
  load: (id) => (id === noValidator ? 'export const validate = undefined;' : null),
};

/**
 * Imports a TypeScript module of this repository; what it imports from packages is loaded as it is.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function importTypeScript(path) {
  // Below node_modules, so that packages resolve as they do for the source.
  await mkdir(resolve('node_modules/.cache'), { recursive: true });
  const directory = await mkdtemp(resolve('node_modules/.cache/import-'));
  try {
    const file = join(directory, 'module.mjs');
    await build({
      input: path,
      platform: 'node',
      plugins: [rawText, noValidators],
      external: /^(?![./]|\w:)/,
      output: { file, format: 'esm', codeSplitting: false },
      logLevel: 'warn',
    });
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(directory, { recursive: true });
  }
}
