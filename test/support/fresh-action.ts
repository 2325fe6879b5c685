import { cpSync } from 'node:fs';
import { builtAction } from './action.js';
import { build } from './fresh-dist.js';

/** Before any test of a project that runs the Action: builds it. */
export default function buildAction(): void {
  build('action', `--to=${builtAction}`);
  cpSync('propose', `${builtAction}/propose`, { recursive: true });
}
