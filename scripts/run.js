// Runs a TypeScript module of this repository, which Node 20 cannot: `node scripts/run.js <module> <its arguments…>`.
import { importTypeScript } from './import-typescript.js';

process.setSourceMapsEnabled(true);
const [path = ''] = process.argv.splice(2, 1);
await importTypeScript(path);
