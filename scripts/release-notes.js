// Prints the notes of a release, its section of CHANGELOG.md: `node scripts/release-notes.js 0.2.0`. Fails where there is none.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * The section of a version, without its heading, and its date: null where it is not released yet. A pre-release has the section of the release
 * that it leads to. Throws where there is no such section, or nothing in it.
 * @param {string} changelog
 * @param {string} version
 */
export function readNotes(changelog, version) {
  const [release = ''] = version.split('-');
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`${release} (`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${release} (<date>)"`);
  const [heading = '', ...lines] = section.split('\n');
  const text = lines.join('\n').trim();
  if (text === '') throw new Error(`CHANGELOG.md has nothing about ${release}`);
  const [, date = null] = /\((\d{4}-\d{2}-\d{2})\)$/.exec(heading) ?? [];
  return { date, text };
}

/**
 * The notes as GitHub shows them: links lead to the files of this release, and a last line pins the Action to it, whose commit no file of the
 * release can hold.
 * @param {string} changelog
 * @param {string} version
 * @param {{ readonly GITHUB_REPOSITORY?: string, readonly GITHUB_SHA?: string }} env
 */
export function writeNotes(changelog, version, { GITHUB_REPOSITORY: repository, GITHUB_SHA: commit }) {
  const { text } = readNotes(changelog, version);
  if (repository === undefined || commit === undefined) return text;
  const files = `https://github.com/${repository}/blob/v${version}/`;
  const linked = text.replace(/\]\((?!https?:)/g, `](${files}`);
  return `${linked}\n\nThe Action, pinned to this release:\n\n\`\`\`yaml\n- uses: ${repository}@${commit} # v${version}\n\`\`\``;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [version = ''] = process.argv.slice(2);
  console.log(writeNotes(readFileSync('CHANGELOG.md', 'utf8'), version, process.env));
}
