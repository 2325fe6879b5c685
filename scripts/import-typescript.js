import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

/** Imports a file whose path ends in `?raw` as a string, as Vite does (https://vite.dev/guide/assets). */
export const rawText = {
  name: 'raw-text',
  resolveId: {
    filter: { id: /\?raw$/ },
    /** @param {string} id @param {string | undefined} importer */
    handler: (id, importer) => (importer === undefined ? null : resolve(dirname(importer), id)),
  },
  load: {
    filter: { id: /\?raw$/ },
    /** @param {string} id */
    handler: async (id) => {
      const text = await readFile(id.slice(0, -'?raw'.length), 'utf8');
      return { code: `export default ${JSON.stringify(text)};`, moduleType: /** @type {const} */ ('js') };
    },
  },
};

/**
 * Some files are generated from what is imported, so those that are there may be stale: what is imported gets the given ones, and no validator
 * but these.
 * @param {ReadonlyMap<string, string>} generated
 */
function replaceGenerated(generated) {
  return {
    name: 'replace-generated',
    /** That of a new format is not there yet. @param {string} source @param {string | undefined} importer */
    resolveId: (source, importer) =>
      importer !== undefined && source.endsWith('/validator.generated.js')
        ? resolve(dirname(importer), source)
        : null,
    /** @param {string} id */
    load: (id) =>
      generated.get(relative('.', id).replaceAll(sep, '/')) ??
      (id.endsWith(`${sep}validator.generated.js`) ? 'export const validate = undefined;' : null),
  };
}

/**
 * Imports a TypeScript module of this repository; what it imports from packages is loaded as it is.
 * @param {string} path
 * @param {ReadonlyMap<string, string> | null} [generated] By path; without validators nothing may be validated. Null for the files that are there.
 * @returns {Promise<any>}
 */
export async function importTypeScript(path, generated = new Map()) {
  // Below node_modules, so that packages resolve as they do for the source.
  await mkdir(resolve('node_modules/.cache'), { recursive: true });
  const directory = await mkdtemp(resolve('node_modules/.cache/import-'));
  try {
    const file = join(directory, 'module.mjs');
    await build({
      input: path,
      platform: 'node',
      plugins: generated === null ? [rawText] : [rawText, replaceGenerated(generated)],
      external: /^(?![./]|\w:)/,
      output: { file, format: 'esm', codeSplitting: false, sourcemap: 'inline' },
      logLevel: 'warn',
    });
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(directory, { recursive: true });
  }
}
