import { describe, expect, test } from 'vitest';
import { listOptions } from './option-rows.js';

describe('what an option says to those who write no command line names no option of it', () => {
  test.each(['action', 'library', 'libraryRegistry'] as const)('%s', (face) => {
    for (const { name, text } of listOptions(face)) expect(text, name).not.toMatch(/--\w/);
  });
});
