import { describe, expect, test } from 'vitest';
import { type Face, listOptions } from './option-rows.js';

describe('the texts of an option for other faces than the command line name no option of it', () => {
  test.each(['action', 'library', 'libraryRegistry'] as const)('%s', (face) => {
    for (const { name, text } of listOptions(face)) expect(text, name).not.toMatch(/--\w/);
  });
});

test.each<Face>([
  'check',
  'remove',
  'history',
  'queryPages',
  'merge',
  'action',
  'library',
  'libraryRegistry',
])('what an option needs or excludes is an option too: %s', (face) => {
  const names: readonly string[] = listOptions(face).map(({ name }) => name);
  for (const { name, needs, excludes } of listOptions(face)) {
    expect(names, name).toEqual(
      expect.arrayContaining([...(needs?.oneOf ?? []), ...(excludes?.options ?? [])]),
    );
  }
});
