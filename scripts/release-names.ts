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
 */
export async function nameRelease(files: [string, string][]): Promise<[string, string][]> {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'));
  // Once package.json names an account, the README no longer says that nothing is.
  const isPublished = !manifest.repository.url.includes('/OWNER/');
  const texts = new Map(files);
  for (const { directory, name } of places) {
    for (const entry of await readdir(directory)) {
      if (!name.test(entry)) continue;
      const path = directory === '.' ? entry : `${directory}/${entry}`;
      const named = replaceNames(texts.get(path) ?? (await readFile(path, 'utf8')), manifest);
      texts.set(path, isPublished ? named.replace(/^> Nothing is published yet\.[^]*?\n\n/m, '') : named);
    }
  }
  return [...texts];
}

/** A text with the names of this repository and its release. Throws where the repository is not on GitHub. */
export function replaceNames(
  text: string,
  { repository, version }: { readonly repository: { readonly url: string }; readonly version: string },
) {
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
