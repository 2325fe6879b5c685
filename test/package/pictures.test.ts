import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readMarkdown } from '../support/documents.js';

const paths = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))];
const pages = paths.flatMap((path) =>
  path.endsWith('.md') ? [[path, readMarkdown(readFileSync(path, 'utf8'))] as const] : [],
);
const pictures = readdirSync('docs/pictures').map((name) => join('docs/pictures', name));

describe('the pictures of docs/pictures', () => {
  const shown = pages.flatMap(([page, { pictures: all }]) => all.map((picture) => ({ page, ...picture })));

  test('are in pairs, for light and dark screens', () => {
    const light = pictures.filter((path) => path.includes('-light.'));
    expect(light.length).toBeGreaterThan(2);
    expect(light.flatMap((path) => [path, path.replace('-light.', '-dark.')]).sort()).toEqual(
      pictures.sort(),
    );
  });

  test.each(pictures)('%s is small, and is on a page', (path) => {
    expect(statSync(path).size).toBeLessThanOrEqual(150_000);
    const leading = pages.flatMap(([page, { targets }]) =>
      targets.map((target) => join(dirname(page), target)),
    );
    expect(leading).toContain(path);
  });

  test('follow the screen: the dark one if that is preferred, else the light one', () => {
    for (const { page, path } of shown) {
      const source = `<source media="(prefers-color-scheme: dark)" srcset="${path.replace('-light.', '-dark.')}">`;
      expect([page, path, path.includes('-light.')]).toEqual([page, path, true]);
      expect(readFileSync(page, 'utf8')).toContain(`<picture>\n  ${source}\n  <img src="${path}"`);
    }
  });

  test('have a text that describes them', () => {
    expect(shown.length).toBeGreaterThan(2);
    for (const { page, path, alt } of shown)
      expect([page, path, alt.split(' ').length > 4]).toEqual([page, path, true]);
  });

  test('are not in the package', () => {
    const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly files: readonly string[];
    };
    expect(files.filter((path) => /docs|pictures|^\W*$/.test(path))).toEqual([]);
  });
});
