import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map((name) => join('docs', name))]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Readonly<
  Record<'scripts' | 'devDependencies', Readonly<Record<string, string>>>
>;
const architecture = readFileSync('docs/architecture.md', 'utf8');

/** The first cells of a section's table. */
function readTable(heading: string): string[] {
  const [, section = ''] = architecture.split(`\n## ${heading}\n`);
  const [, rows = ''] = /\n\| -.*\n((?:\|.*\n)*)/.exec(section) ?? [];
  return [...rows.matchAll(/^\| (.*?) +\|/gm)].map(([, cell = '']) => cell);
}

describe('names on the pages exist', () => {
  test('scripts of npm', () => {
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ name }) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  test('files and directories of this repository', () => {
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|test|docs|scripts|bench|deploy|fixtures|schemas)\/[\w./-]+)`/g)].map(
        ([, name = '']) => ({ path, name }),
      ),
    );
    expect(named.length).toBeGreaterThan(30);
    // Files of other repositories, which the workflows replace or check.
    const foreign = ['src/validate.ts', 'docs/rpc.md', 'scripts/entries.sh'];
    expect(named.filter(({ name }) => !existsSync(name) && !foreign.includes(name))).toEqual([]);
  });

  test('parts of src that the page on architecture names without it', () => {
    const parts = readdirSync('src', { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    // In a sentence, and in the drawings of the way of a file and of a pull request.
    const written = architecture.matchAll(/(?<=`|[│├└→,] +)((\w[\w-]*)\/[\w./-]+)(?=`|,| |$)/gm);
    const named = [...written].flatMap(([, name = '', part = '']) => (parts.includes(part) ? [name] : []));
    expect(named.length).toBeGreaterThan(20);
    const codes = new Set(rules.map(({ code }) => code));
    const isThere = (name: string) => ['', '.ts'].some((end) => existsSync(join('src', `${name}${end}`)));
    expect(named.filter((name) => !isThere(name) && !codes.has(name))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  test('has every directory of src', () => {
    const directories = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const listed = readTable('Directories').map((cell) => cell.replaceAll('`', ''));
    expect(listed.sort()).toEqual(directories.map(({ name }) => name).sort());
  });

  test('has every dependency, with the reason for it', () => {
    const [, section = ''] = architecture.split('\n## Dependencies\n');
    const listed = [...section.matchAll(/^- (.+?): /gm)].flatMap(([, names = '']) => names.split(', '));
    const named = Object.keys(manifest.devDependencies).filter(
      (name) => !listed.some((item) => name === item || name.endsWith(`/${item}`)),
    );
    expect(named).toEqual([]);
    const installed = Object.keys(manifest.devDependencies);
    expect(
      listed.filter((item) => !installed.some((name) => name === item || name.endsWith(`/${item}`))),
    ).toEqual([]);
  });
});
