import { test } from 'vitest';
import { openEngine } from '../support/chain-handlers.js';
import { checkRandomPages } from '../support/event-pages.js';

// Each part ends its instances: all of them look for jobs as long as they live.
test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'pages of logs have each transaction of the pinned range once, in order, whatever the nodes do meanwhile: %d',
  async () => checkRandomPages({ numRuns: 6, minBlocks: 40, engine: await openEngine() }),
);
