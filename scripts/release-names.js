import { readdir, readFile } from 'node:fs/promises';

/** Directories whose pages and settings name the repository, and what these files are called. */
const places = [
  { directory: '.', name: /^(?:.*\.md|package\.json)$/ },
  { directory: 'docs', name: /\.md$/ },
  { directory: 'deploy', name: /^(?:Dockerfile|.*\.(?:json|yml))$/ },
  { directory: '.github/ISSUE_TEMPLATE', name: /\.yml$/ },
];

/**
 * Writes the repository and the release of package.json wherever a file names them, so that its `repository.url` and its `version` are the only
 * places to change. Takes the files that are generated, and returns these and those that are not.
 * @param {[string, string][]} files
 * @returns {Promise<[string, string][]>}
 */
export async function nameRelease(files) {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  const named = (await Promise.all(places.map(listFiles))).flat();
  const texts = new Map(files);
  for (const path of named)
    texts.set(
      path,
      describePublication(
        path,
        replaceNames(texts.get(path) ?? (await readFile(path, 'utf8')), manifest),
        manifest,
      ),
    );
  return [...texts];
}

/** What README.md says below its title as long as nothing is published: as long as package.json names no account. */
const notPublished = `> Nothing is published yet. Until then: clone this repository, run \`npm ci\` in it, and write \`node path/to/the/clone/bin/endpoint-check.js\`
> for \`npx endpoint-check\`, and your account for \`OWNER\`.
`;

/**
 * What a page says then: other pages lead to README.md.
 * @param {string} path
 */
function sayNotPublished(path) {
  if (path === 'README.md') return notPublished;
  const readme = `${'../'.repeat(path.split('/').length - 1)}README.md`;
  return `> Nothing is published yet. See [README](${readme}).\n`;
}

/**
 * As long as package.json names no account, a page that names the package or the repository says in its first lines that nothing is
 * published; no other text does.
 * @param {string} path
 * @param {string} text
 * @param {{ readonly repository: { readonly url: string } }} manifest
 */
function describePublication(path, text, { repository }) {
  const published = text.replace(/^> Nothing is published yet\.[^]*?\n\n/m, '');
  const isOpen = repository.url.includes('/OWNER/') && /npx endpoint-check|\bOWNER\//.test(published);
  return isOpen && path.endsWith('.md')
    ? published.replace(/^# .+\n\n/, (title) => `${title}${sayNotPublished(path)}\n`)
    : published;
}

/** @param {typeof places[number]} place */
async function listFiles({ directory, name }) {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => (directory === '.' ? entry.name : `${directory}/${entry.name}`));
}

/**
 * A text with the names of this repository and its release. Throws where the repository is not on GitHub.
 * @param {string} text
 * @param {{ readonly repository: { readonly url: string }, readonly version: string }} manifest
 */
export function replaceNames(text, { repository, version }) {
  const [, owner = ''] = /github\.com\/([\w-]+)\/endpoint-check\.git$/.exec(repository.url) ?? [];
  if (owner === '') throw new Error(`package.json: repository is not on GitHub: ${repository.url}`);
  const movingTag = `v${version.split('.')[0] ?? ''}`;
  const named = text
    .replace(
      /(?<=(?:github\.com|githubusercontent\.com)\/|(?:uses|repository): |--repo )[\w-]+(?=\/endpoint-check\b)/g,
      owner,
    )
    // Names of images have no capitals.
    .replace(/(?<=ghcr\.io\/)[\w-]+(?=\/endpoint-check\b)/g, owner.toLowerCase())
    .replace(/(?<=\/endpoint-check(?:\/propose)?@)v\d+(?![.\d])/g, movingTag)
    .replace(/(?<=repository: [\w-]+\/endpoint-check\n +ref: )v\d+/g, movingTag)
    .replace(/(?<=checkout --quiet )v\d+/g, movingTag);
  // Nobody should copy a pre-release.
  return version.includes('-')
    ? named
    : named.replace(/(?<=\/endpoint-check\n +rev: )v\d+\.\d+\.\d+/g, `v${version}`);
}
