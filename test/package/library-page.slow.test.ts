import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const page = readFileSync('docs/library.md', 'utf8');

/** The names of the first list of options below a heading. */
function readList(heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}`);
  const [, rows = ''] = /\n\n((?:- `\w+`.*\n(?: {2}.*\n)*)+)/.exec(section) ?? [];
  return [...rows.matchAll(/^- `(\w+)`/gm)].map(([, name = '']) => name);
}

/** The fields of interfaces in the declarations of the package. */
function readFields(file: string, names: readonly string[]): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => names.includes(name.text))
    .flatMap(({ members }) => members.map((member) => member.name?.getText(source) ?? ''));
}

describe('the lists of docs/library.md have every option of the types', () => {
  test.each([
    [
      'checkRegistry',
      'dist/index.d.cts',
      ['CommonOptions', 'FileOptions', 'CheckOptions', 'RegistryCheckOptions'],
    ],
    ['render(', 'dist/index.d.cts', ['RenderOptions']],
    ['QueryClient', 'dist/query.d.cts', ['QueryClientOptions', 'QueryCallerOptions']],
  ])('%s', (heading, file, interfaces) => {
    const fields = readFields(file, interfaces);
    expect(fields.length).toBeGreaterThan(4);
    expect(readList(heading).sort()).toEqual(fields.sort());
  });
});
