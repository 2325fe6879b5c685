// Whether what is checked out can be released, and under which names: `node scripts/check-release.js`. On GitHub the names are outputs of the
// step. Only a tag releases; without one it says what a tag would.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readNotes } from './release-notes.js';

/**
 * @typedef {object} Release What package.json, CHANGELOG.md and the repository say of a release.
 * @property {string | null} tag The tag that was pushed; null in a rehearsal.
 * @property {string} repository Such as `owner/name`.
 * @property {{ readonly version: string, readonly repository: { readonly url: string } }} manifest
 * @property {string} changelog
 * @property {readonly string[]} tags All tags of the repository.
 */

/** The names under which it is published. Throws with all that forbids it. @param {Release} release */
export function planRelease({ tag, repository, manifest, changelog, tags }) {
  const { version } = manifest;
  const [, release = '', minor = '', major = '', pre] = versionPattern.exec(version) ?? [];
  /** @type {string[]} */
  const errors = [];
  if (release === '') errors.push(`package.json: ${version} is not a version such as 0.2.0 or 0.3.0-rc.1`);
  if (tag !== null && tag !== `v${version}`)
    errors.push(`the tag is ${JSON.stringify(tag)}, but package.json has the version ${version}`);
  const url = `git+https://github.com/${repository}.git`;
  // npm refuses a provenance that names another repository.
  if (tag !== null && manifest.repository.url !== url)
    errors.push(`package.json: repository.url is ${manifest.repository.url}, expected ${url}`);
  errors.push(...checkNotes(changelog, version, tag));
  // What moves, such as latest, would move back. A pre-release comes before its release.
  const isLater = (/** @type {string} */ other) =>
    other.localeCompare(release, 'en', { numeric: true }) >= (pre === undefined ? 1 : 0);
  const later = tags.find((other) => /^v\d+\.\d+\.\d+$/.test(other) && isLater(other.slice(1)));
  if (release !== '' && later !== undefined)
    errors.push(`${later} is released, which is later than ${version}`);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const image = `ghcr.io/${repository.toLowerCase()}`;
  const imageTags = pre === undefined ? [version, minor, 'latest'] : [version];
  return {
    version,
    image,
    'image-tags': imageTags.map((name) => `${image}:${name}`).join(','),
    'dist-tag': pre === undefined ? 'latest' : 'next',
    // What moves with a release, and not with a pre-release.
    'moving-tag': pre === undefined ? `v${major}` : '',
    'release-options': pre === undefined ? '--latest' : '--prerelease',
  };
}

/** A version of a release, or of a pre-release such as 0.3.0-rc.1: its release, the two numbers before the last one, and the first. */
const versionPattern = /^(((0|[1-9]\d*)\.(?:0|[1-9]\d*))\.(?:0|[1-9]\d*))(-[a-z]+\.\d+)?$/;

/** @param {string} changelog @param {string} version @param {string | null} tag */
function checkNotes(changelog, version, tag) {
  try {
    const { date } = readNotes(changelog, version);
    const isDue = tag !== null && !version.includes('-');
    return isDue && date === null ? [`CHANGELOG.md: write the day of the release after ${version}`] : [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = manifest.repository.url.replace(/^git\+https:\/\/github\.com\/|\.git$/g, '');
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME = '', GITHUB_REPOSITORY = named, GITHUB_OUTPUT } = process.env;
  try {
    const names = planRelease({
      tag: GITHUB_REF_TYPE === 'tag' ? GITHUB_REF_NAME : null,
      repository: GITHUB_REPOSITORY,
      manifest,
      changelog: readFileSync('CHANGELOG.md', 'utf8'),
      tags: execFileSync('git', ['tag', '--list'], { encoding: 'utf8' }).split('\n'),
    });
    const lines = Object.entries(names).map(([name, value]) => `${name}=${value}\n`);
    if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, lines.join(''));
    console.log(lines.join('').trimEnd());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
