import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

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
