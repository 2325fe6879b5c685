import { describe, expect, test } from 'vitest';
import { listOptions } from './option-rows.js';

describe('the texts of an option for other faces than the command line name no option of it', () => {
  test.each(['action', 'library', 'libraryRegistry'] as const)('%s', (face) => {
    for (const { name, text } of listOptions(face)) expect(text, name).not.toMatch(/--\w/);
  });
});
