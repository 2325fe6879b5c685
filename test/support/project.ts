import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly version: string;
  readonly homepage: string;
};

/** The version in package.json. */
export const version = manifest.version;

/** The page of the repository. */
export const homepage = manifest.homepage;

/** The repository on GitHub, as `owner/name`. */
export const repository = homepage.replace('https://github.com/', '');

/** The tag that moves to each release, which the pages use for the Action. */
export const movingTag = `v${version.split('.')[0] ?? ''}`;
