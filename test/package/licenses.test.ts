import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderSbom, requireLicense } from '../../scripts/bundled-packages.js';

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly (
    { readonly expression: string } | { readonly license: { readonly id: string } }
  )[];
}

const sbom = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8')) as {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
};
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
};
const sections = readFileSync('dist/licenses.txt', 'utf8')
  .split(`\n${'-'.repeat(80)}\n\n`)
  .map((section) => section.split(/\n\n([^]*)/));

describe('a bundled package', () => {
  test('is listed with the versions of the lock file', () => {
    expect(sbom.metadata.component.purl).toBe(`pkg:npm/endpoint-check@${manifest.version}`);
    expect(sbom.components.length).toBeGreaterThan(30);
    const versions = Object.entries(locked.packages).map(
      ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
    );
    for (const { group, name, version } of sbom.components)
      expect(versions).toContain(`${group === undefined ? '' : `${group}/`}${name}@${version}`);
  });

  test('has its licence in the package', () => {
    const listed = sections.flatMap(([names = '']) => names.split('\n'));
    const expected = sbom.components.map(({ group, name, version, licenses: [first] }) => {
      const license = first === undefined ? '' : 'license' in first ? first.license.id : first.expression;
      return `${group === undefined ? '' : `${group}/`}${name} ${version} (${license})`;
    });
    expect(listed.sort()).toEqual(expected.sort());
    for (const [names, text] of sections) expect(text, names).toMatch(/copyright|permission/i);
  });

  test('names what every probe loads', () => {
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['commander', 'undici', 'ws', 'protobuf', 'ipaddr.js']));
    // Users install it themselves.
    expect(names).not.toContain('pg');
  });
});

describe('a package is not bundled', () => {
  const good = { name: 'a', version: '1.0.0', license: 'Apache-2.0 AND MIT', text: 'Copyright A' };
  test.each([
    ['whose licence is not allowed', { license: 'GPL-3.0-only' }, 'GPL-3.0-only is not allowed'],
    ['one of whose licences is not', { license: 'MIT AND MPL-2.0' }, 'MPL-2.0 is not allowed'],
    ['that names none', { license: 'undefined' }, 'undefined is not allowed'],
    ['without the text', { text: '' }, 'no text of the licence Apache-2.0 AND MIT'],
  ])('%s', (_, change, message) => {
    expect(() => requireLicense(good)).not.toThrow();
    expect(() => requireLicense({ ...good, ...change })).toThrow(message);
  });
});

test('a package of a scope has the url of its name', () => {
  const { components } = JSON.parse(
    renderSbom({ name: 'own', version: '2.0.0', license: 'MIT' }, [
      { name: '@a/b', version: '1.0.0', license: '0BSD', text: 'x' },
    ]),
  ) as { components: Component[] };
  expect(components).toEqual([
    expect.objectContaining({ group: '@a', name: 'b', purl: 'pkg:npm/%40a/b@1.0.0' }),
  ]);
});
