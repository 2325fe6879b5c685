import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formats } from '../../src/formats/index.js';
import { type InstalledPackage, installPackage } from '../support/packages.js';

const execute = promisify(execFile);

/** The files that npm would publish, without building them. */
async function listPacked(): Promise<readonly string[]> {
  const { stdout } = await execute('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
  const [packed] = JSON.parse(stdout) as { readonly files: readonly { readonly path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
}

describe('the package holds what its users need and nothing more', () => {
  let installed: InstalledPackage;
  beforeAll(async () => {
    // Builds it, types included.
    installed = await installPackage();
  });
  afterAll(() => installed.close());

  test('file by file', async () => {
    const files = await listPacked();
    const chunks = files.filter((path) => /^dist\/chunks\/[\w.-]+-[\w-]{8}\.cjs$/.test(path));
    expect(chunks.length).toBeGreaterThan(50);
    expect(files.filter((path) => !chunks.includes(path)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/endpoint-check.js',
      'bin/package.json',
      'dist/cli.cjs',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/library/browser.js',
      'dist/library/index.js',
      'dist/library/rules.cjs',
      'dist/library/rules.js',
      'dist/licenses.txt',
      'dist/query.cjs',
      'dist/query.d.cts',
      'dist/query.d.ts',
      'dist/query.js',
      'dist/sbom.cdx.json',
      'package.json',
      ...[
        ...formats.map(({ schema }) => `schemas/${schema.file}.schema.json`),
        'schemas/list.schema.json',
        'schemas/query-api.openapi.json',
        'schemas/report.schema.json',
      ].sort(),
    ]);
  });

  test('every chunk is loaded by another file', async () => {
    const files = (await listPacked()).filter((path) => path.endsWith('.cjs'));
    const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
    const loaded = new Set(
      texts.flatMap((text, at) =>
        [...text.matchAll(/require\(["'`](\.[^"'`]+)["'`]\)/g)].map(([, path = '']) =>
          join(dirname(files[at] ?? ''), path),
        ),
      ),
    );
    expect(files.filter((path) => path.startsWith('dist/chunks/') && !loaded.has(path))).toEqual([]);
    expect([...loaded].filter((path) => !existsSync(path))).toEqual([]);
  });
});
