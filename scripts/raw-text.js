import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Imports a file whose path ends in `?raw` as a string, as Vite does (https://vite.dev/guide/assets). */
export const rawText = {
  name: 'raw-text',
  /**
   * @param {string} id
   * @param {string | undefined} importer
   */
  resolveId: (id, importer) =>
    id.endsWith('?raw') && importer !== undefined ? resolve(dirname(importer), id) : null,
  /** @param {string} id */
  load: async (id) =>
    id.endsWith('?raw')
      ? {
          code: `export default ${JSON.stringify(await readFile(id.slice(0, -'?raw'.length), 'utf8'))};`,
          moduleType: /** @type {const} */ ('js'),
        }
      : null,
};
