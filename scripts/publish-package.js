// Publishes a packed package once: `node scripts/publish-package.js <tarball> <options of npm publish…>`. A release that is run again finds its
// package there, which is no error, but another package of this version is.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const [path = '', ...options] = process.argv.slice(2);
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const integrity = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
const published = findPublished();
if (published === integrity) console.log(`${name}@${version} is published already`);
else if (published !== '') {
  console.error(`${name}@${version} is published with other content (${published}): release another version`);
  process.exitCode = 1;
} else {
  // A path, not a name of a package or of a repository on GitHub.
  const { status } = spawnSync('npm', ['publish', resolve(path), ...options], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** The integrity of the published package, empty where there is none. Throws where that is not known. */
function findPublished() {
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--json'];
  try {
    const shown = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return shown.trim() === '' ? '' : String(JSON.parse(shown));
  } catch (error) {
    const { stdout = '' } = /** @type {{ stdout?: string }} */ (error);
    // No version of the package is published yet.
    if (/"code":\s*"E404"/.test(stdout)) return '';
    throw error;
  }
}
