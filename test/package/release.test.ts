import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { planRelease } from '../../scripts/check-release.js';
import { replaceNames } from '../../scripts/release-names.js';
import { readNotes, writeNotes } from '../../scripts/release-notes.js';
import { version as ownVersion } from '../support/documents.js';

const changelog = `# Changes

## 0.3.0 (unreleased)

- New.

## 0.2.0 (2026-12-01)

- First: [a page](docs/a.md), [a site](https://example.com).

## 0.1.0 (2026-11-01)
`;

describe('the notes of a release', () => {
  test('are its section of the changelog', () => {
    expect(readNotes(changelog, '0.2.0')).toEqual({
      date: '2026-12-01',
      text: '- First: [a page](docs/a.md), [a site](https://example.com).',
    });
    expect(readNotes(changelog, '0.3.0-rc.1')).toEqual({ date: null, text: '- New.' });
  });

  test.each([
    ['0.2', 'CHANGELOG.md has no section "## 0.2 (<date>)"'],
    ['', 'CHANGELOG.md has no section "##  (<date>)"'],
    ['0.1.0', 'CHANGELOG.md has nothing about 0.1.0'],
  ])('of %s fail', (version, message) => {
    expect(() => readNotes(changelog, version)).toThrow(message);
  });

  test('lead to its files and pin the Action to its commit', () => {
    const env = { GITHUB_REPOSITORY: 'acme/endpoint-check', GITHUB_SHA: 'a'.repeat(40) };
    expect(writeNotes(changelog, '0.2.0', env)).toBe(`\
- First: [a page](https://github.com/acme/endpoint-check/blob/v0.2.0/docs/a.md), [a site](https://example.com).

The Action, pinned to this release:

\`\`\`yaml
- uses: acme/endpoint-check@${'a'.repeat(40)} # v0.2.0
\`\`\``);
  });

  test('exist for the version in package.json', () => {
    expect(readNotes(readFileSync('CHANGELOG.md', 'utf8'), ownVersion).text).not.toBe('');
  });
});

describe('a tag', () => {
  const repository = 'Acme/endpoint-check';
  const url = `git+https://github.com/${repository}.git`;
  const plan = (tag: string | null, version: string, tags: readonly string[] = [], from = url) =>
    planRelease({
      tag,
      repository,
      manifest: { version, repository: { url: from } },
      changelog,
      tags,
    });

  test('of a release moves the moving tag', () => {
    expect(plan('v0.2.0', '0.2.0', ['v0', 'v0.1.9', 'v0.2.0', 'v0.3.0-rc.1', 'other'])).toEqual({
      version: '0.2.0',
      image: 'ghcr.io/acme/endpoint-check',
      'image-tags':
        'ghcr.io/acme/endpoint-check:0.2.0,ghcr.io/acme/endpoint-check:0.2,ghcr.io/acme/endpoint-check:latest',
      'dist-tag': 'latest',
      'moving-tag': 'v0',
      'release-options': '--latest',
    });
  });

  test('of a pre-release moves nothing', () => {
    expect(plan('v0.3.0-rc.1', '0.3.0-rc.1', ['v0.2.0'])).toMatchObject({
      'image-tags': 'ghcr.io/acme/endpoint-check:0.3.0-rc.1',
      'dist-tag': 'next',
      'moving-tag': '',
      'release-options': '--prerelease',
    });
  });

  test('is not needed for a rehearsal, nor is a date', () => {
    expect(plan(null, '0.3.0', [], 'git+https://github.com/fork/endpoint-check.git')).toMatchObject({
      version: '0.3.0',
    });
  });

  test.each<[tag: string, version: string, tags: readonly string[], message: string]>([
    ['v0.2.1', '0.2.0', [], 'the tag is "v0.2.1", but package.json has the version 0.2.0'],
    ['v0.2.0;ls', '0.2.0', [], 'the tag is "v0.2.0;ls", but package.json has the version 0.2.0'],
    ['v0.3.0', '0.3.0', [], 'CHANGELOG.md: write the day of the release after 0.3.0'],
    ['v0.4.0', '0.4.0', [], 'CHANGELOG.md has no section "## 0.4.0 (<date>)"'],
    ['v0.2.0-1', '0.2.0-1', [], 'package.json: 0.2.0-1 is not a version such as 0.2.0 or 0.3.0-rc.1'],
    ['v0.2.0', '0.2.0', ['v0.10.0'], 'v0.10.0 is released, which is later than 0.2.0'],
    ['v0.2.0-rc.2', '0.2.0-rc.2', ['v0.2.0'], 'v0.2.0 is released, which is later than 0.2.0-rc.2'],
  ])('%s of the version %s, beside %j, is refused', (tag, version, tags, message) => {
    expect(() => plan(tag, version, tags)).toThrow(new Error(message));
  });

  test('of another repository than the one in package.json is refused', () => {
    expect(() => plan('v0.2.0', '0.2.0', [], 'git+https://github.com/fork/endpoint-check.git')).toThrow(
      `repository.url is git+https://github.com/fork/endpoint-check.git, expected ${url}`,
    );
  });
});

describe('the names of the repository and of the release', () => {
  const manifest = {
    version: '1.2.3',
    repository: { url: 'git+https://github.com/Acme-Labs/endpoint-check.git' },
  };

  test.each([
    ['uses: o/endpoint-check@v0', 'uses: Acme-Labs/endpoint-check@v1'],
    ['uses: o/endpoint-check/propose@v0 # x', 'uses: Acme-Labs/endpoint-check/propose@v1 # x'],
    ['https://github.com/o/endpoint-check/issues', 'https://github.com/Acme-Labs/endpoint-check/issues'],
    ['repository: o/endpoint-check\n  ref: v0\n', 'repository: Acme-Labs/endpoint-check\n  ref: v1\n'],
    [
      'github.com/o/endpoint-check\n    rev: v0.1.0\n',
      'github.com/Acme-Labs/endpoint-check\n    rev: v1.2.3\n',
    ],
    ['ghcr.io/o/endpoint-check:latest', 'ghcr.io/acme-labs/endpoint-check:latest'],
    ['/opt/endpoint-check checkout --quiet v0', '/opt/endpoint-check checkout --quiet v1'],
  ])('%j', (text, named) => {
    expect(replaceNames(text, manifest)).toBe(named);
    expect(replaceNames(named, manifest)).toBe(named);
  });

  test.each(['bin/endpoint-check.js', 'uses: actions/checkout@v7', 'https://github.com/o/other', 'ref: v0'])(
    '%s stays',
    (text) => {
      expect(replaceNames(text, manifest)).toBe(text);
    },
  );

  test('pages do not tell to use a pre-release', () => {
    const text = 'github.com/o/endpoint-check\n    rev: v0.1.0\n';
    expect(replaceNames(text, { ...manifest, version: '1.2.3-rc.1' })).toContain('rev: v0.1.0');
  });
});
