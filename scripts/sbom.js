// Prints what is in the npm package as CycloneDX (https://cyclonedx.org): `node scripts/sbom.js`. npm knows only what a package depends on, and
// this one carries parts of its development dependencies in its bundle: those that dist/licenses.txt lists.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
// Each licence has the lines of its packages above it.
const bundled = new Set(
  [
    ...readFileSync('dist/licenses.txt', 'utf8').matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \(.+\)$/gm),
  ].map(([, dependency, version]) => `${dependency}@${version}`),
);
const all = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
/** @type {{ 'bom-ref': string, properties: readonly { readonly name: string }[] }[]} */
const components = all.components.filter((/** @type {{ 'bom-ref': string }} */ one) =>
  bundled.has(one['bom-ref']),
);
const listed = new Set(components.map((one) => one['bom-ref']));
const missing = [...bundled].filter((reference) => !listed.has(reference));
if (missing.length > 0) throw new Error(`not in package-lock.json: ${missing.join(', ')}`);
for (const one of components)
  one.properties = one.properties.filter((property) => property.name !== 'cdx:npm:package:development');
const { component } = all.metadata;
// npm names it after the directory.
const own = { ...component, name };
console.log(
  JSON.stringify(
    {
      ...all,
      metadata: { ...all.metadata, component: own },
      components,
      dependencies: [{ ref: own['bom-ref'], dependsOn: [...listed].sort() }],
    },
    null,
    2,
  ),
);
