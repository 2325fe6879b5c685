import { test } from 'vitest';
import { checkRandomPages } from '../support/random-pages.js';

test('pages of logs have each transaction of the pinned range once, in order, whatever the nodes do meanwhile', () =>
  checkRandomPages({ numRuns: 60, minBlocks: 40 }));
