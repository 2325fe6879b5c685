// The packages of a bundle: what their licences ask for, and the list of them that tools read.
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OutputChunk } from 'rolldown';

/** What the list of packages says of one. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** A package of which modules are in a bundle. */
interface BundledPackage extends Package {
  readonly text: string;
}

/** Licences that ask for no more than their text and copyright lines, by their SPDX identifiers. */
const allowed = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
]);

/** Throws where a licence is not allowed, or its text is missing. */
export function requireLicense({ name, version, license, text }: BundledPackage) {
  const unknown = license.split(' AND ').filter((id) => !allowed.has(id));
  if (unknown.length > 0) throw new Error(`${name} ${version}: the licence ${unknown.join()} is not allowed`);
  if (text === '') throw new Error(`${name} ${version}: no text of the licence ${license}`);
}

/** The packages that the modules of a bundle are of, by name and version. Rejects where one may not be bundled. */
export async function findPackages(chunks: readonly OutputChunk[]): Promise<BundledPackage[]> {
  const modules = new Map<string, string[]>();
  for (const path of chunks.flatMap(({ moduleIds }) => moduleIds)) {
    const directory = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0];
    if (directory !== undefined) modules.set(directory, [...(modules.get(directory) ?? []), path]);
  }
  const packages = [];
  for (const [directory, paths] of [...modules].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const found = JSON.parse(await readFile(resolve(directory, 'package.json'), 'utf8'));
    const license = String(found.license).replace(/^\((.*)\)$/, '$1');
    const text = (await readLicense(directory)) || (await readHeaders(paths));
    const bundled = { name: String(found.name), version: String(found.version), license, text };
    requireLicense(bundled);
    packages.push(bundled);
  }
  return packages;
}

/** The texts of a package's licence and notices; empty where it has none. */
async function readLicense(directory: string) {
  const names = (await readdir(directory))
    .filter((name) => /^(licen[cs]e|notice|copyright)/i.test(name))
    .sort();
  const texts = names.map((name) => readFile(resolve(directory, name), 'utf8'));
  return (await Promise.all(texts)).map((text) => text.trim()).join('\n\n');
}

/** What modules say of their licence themselves: `@bufbuild/protobuf` has no file of its own. */
async function readHeaders(paths: readonly string[]) {
  const headers = new Set<string>();
  for (const path of [...paths].sort()) {
    const source = await readFile(path.replace(/\?.*$/, ''), 'utf8').catch(() => '');
    for (const [comment] of source.matchAll(/(^\/\/.*\n)+/gm))
      if (/copyright/i.test(comment)) headers.add(comment.replaceAll(/^\/\/ ?/gm, '').trim());
  }
  return [...headers].join('\n\n');
}

/** The licences of packages, which require to be distributed with them. */
export function renderLicenses(packages: readonly BundledPackage[]) {
  const licenses = new Map<string, { packages: string[]; text: string }>();
  for (const { name, version, license, text } of packages) {
    // A text, its copyright line included, is printed once for all packages that have it.
    const words = text.split(/\s+/).join(' ');
    const same = licenses.get(words) ?? { packages: [], text };
    licenses.set(words, { ...same, packages: [...same.packages, `${name} ${version} (${license})`] });
  }
  return [...licenses.values()]
    .map(({ packages: names, text }) => `${names.join('\n')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * A software bill of materials, since npm knows only what it installs. It has neither a time nor a serial number, so that equal sources give
 * equal bytes. Source: CycloneDX 1.6 (ECMA-424).
 */
export function renderSbom(own: Package, packages: readonly BundledPackage[]) {
  const main = describeComponent('application', own);
  const components = packages.map((bundled) => describeComponent('library', bundled));
  const dependsOn = components.map((component) => component['bom-ref']);
  return `${JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: main },
    components,
    dependencies: [{ ref: main['bom-ref'], dependsOn }],
  })}\n`;
}

function describeComponent(type: 'application' | 'library', { name, version, license }: Package) {
  const [, group, plain = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  // Source: the type npm of the package URL specification.
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type,
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: plain,
    version,
    licenses: license.includes(' ') ? [{ expression: license }] : [{ license: { id: license } }],
    purl,
  };
}
