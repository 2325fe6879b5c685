import { test } from 'vitest';
import { openEngine } from '../support/chain-handlers.js';
import { checkRandomPages } from '../support/random-pages.js';

test('pages of logs have each transaction of the pinned range once, in order, whatever the nodes do meanwhile', async () =>
  checkRandomPages({ numRuns: 60, minBlocks: 40, engine: await openEngine() }));
