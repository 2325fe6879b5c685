import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import { homepage, readMarkdown, repository } from '../support/documents.js';

const list = (directory: string) =>
  readdirSync(directory).flatMap((name) => (name.endsWith('.md') ? [join(directory, name)] : []));
const paths = [...list('.'), ...list('docs'), ...list('deploy/query-service')];
const pages = new Map(paths.map((path) => [path, readMarkdown(readFileSync(path, 'utf8'))]));

/** The full url of this repository, if a link from elsewhere leads to one of its files. */
const ownUrl = new RegExp(`^https://(?:github|raw\\.githubusercontent)\\.com/${repository}/(?:blob/)?main/`);

/** Why a link of a page is broken; null if it works or leads out of this repository. */
function findFault(page: string, target: string): string | null {
  const isOwn = ownUrl.test(target);
  if (!isOwn && /^\w+:/.test(target)) return null;
  const [path = '', anchor = ''] = decodeURIComponent(target.replace(ownUrl, '')).split('#');
  const file = path === '' ? page : isOwn ? path : join(dirname(page), path);
  if (!existsSync(file)) return `${page}: ${target}: no file ${file}`;
  const anchors = pages.get(file)?.anchors;
  if (anchor === '' || anchors === undefined || anchors.includes(anchor)) return null;
  return `${page}: ${target}: no heading`;
}

describe('the links of the pages', () => {
  test('work', () => {
    const links = [...pages].flatMap(([page, { targets }]) =>
      targets.map((target) => ({ page, target, isInside: ownUrl.test(target) || !/^\w+:/.test(target) })),
    );
    expect(links.filter(({ isInside }) => isInside).length).toBeGreaterThan(300);
    expect(links.flatMap(({ page, target }) => findFault(page, target) ?? [])).toEqual([]);
  });

  test('and those of the forms of GitHub', () => {
    const forms = ['.github/pull_request_template.md', '.github/ISSUE_TEMPLATE/config.yml'];
    const links = forms.flatMap((path) => readFileSync(path, 'utf8').match(/blob\/main\/[^\s)]+/g) ?? []);
    expect(links).toHaveLength(3);
    expect(links.flatMap((link) => findFault('README.md', `${homepage}/${link}`) ?? [])).toEqual([]);
  });

  test.each([
    ['docs/ci.md', 'acton.md', 'docs/ci.md: acton.md: no file docs/acton.md'],
    ['docs/ci.md', 'action.md#imputs', 'docs/ci.md: action.md#imputs: no heading'],
    ['docs/ci.md', '#gitlap', 'docs/ci.md: #gitlap: no heading'],
    ['docs/ci.md', '#gitlab', null],
    ['docs/ci.md', '../CONTRIBUTING.md#add-a-rule', null],
    ['docs/ci.md', 'rules.md#wswrong-chian', 'docs/ci.md: rules.md#wswrong-chian: no heading'],
    ['README.md', `${homepage}/blob/main/docs/no.md`, /no file docs\/no\.md$/],
    ['README.md', 'https://example.com/no.md', null],
  ])('a broken one is found: %s to %s', (page, target, fault) => {
    const found = findFault(page, target);
    if (fault instanceof RegExp) expect(found).toMatch(fault);
    else expect(found).toBe(fault);
  });
});

test('explain leads to the text of each rule', () => {
  const anchors = pages.get('docs/rules.md')?.anchors ?? [];
  expect(rules.filter(({ code }) => !anchors.includes(code.replace('/', '')))).toEqual([]);
});

describe('docs/README.md', () => {
  const rows = readFileSync('docs/README.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, path] = /^- \*\*[^*]+\?\*\* \[[^\]]+\]\((.+?)\): .+\.$/.exec(line) ?? [];
      return path === undefined ? [] : [`docs/${path}`];
    });

  test('lists every page once, below a question that it answers', () => {
    const otherPages = list('docs').filter((path) => path !== 'docs/README.md');
    expect(rows.toSorted()).toEqual(otherPages.sort());
  });

  test('is one click from README.md', () => {
    expect(pages.get('README.md')?.targets).toContain('docs/README.md');
  });
});

/** The questions of newcomers: providers, maintainers of registries, programmers, operators; and the links that lead from README.md to the answer. */
const questions: readonly (readonly [question: string, ...clicks: string[]])[] = [
  ['My endpoint timed out: what now?', 'docs/troubleshooting.md', 'rules.md#netconnect-timeout'],
  ['My client works with it: who is right?', 'docs/troubleshooting.md', 'second-opinions.md'],
  ['How do I have my endpoints left alone?', 'docs/adopting.md', '#being-a-good-guest'],
  ['How do I check each pull request?', 'docs/action.md'],
  ['Which entries are dead, and how do they go?', 'docs/README.md', 'history.md'],
  ['Is the format of my registry read?', 'docs/checking.md#formats'],
  ['I am on GitLab: how do I check?', 'docs/ci.md'],
  ['How do I check from Node?', 'docs/library.md'],
  ['How do I get all holders of a denom?', 'docs/query-api.md', '#pages'],
  ['An alert fired: what do I do?', 'docs/monitoring.md', '#endpointfailing'],
];

test.each(questions)('an answer is two clicks from README.md: %s', (_, ...clicks) => {
  expect(clicks.length).toBeLessThanOrEqual(2);
  let page = 'README.md';
  for (const click of clicks) {
    expect(pages.get(page)?.targets).toContain(click);
    expect(findFault(page, click)).toBe(null);
    const [path = ''] = click.split('#');
    if (path !== '') page = join(dirname(page), path);
  }
});

describe('README.md', () => {
  const [start = '', rest = ''] = readFileSync('README.md', 'utf8').split(/^## Use it$/m);
  const columns = 100;

  test('has two screens before "Use it", of fifty lines each', () => {
    expect(rest).not.toBe('');
    // Blank lines are the space between blocks, and a paragraph is as long as the page is wide.
    const lines = start.split(/^(```\w+\n[^]*?^```)$/m).flatMap((part) =>
      part.startsWith('```')
        ? part.split('\n').slice(1)
        : part.split(/\n\n+/).flatMap((paragraph) => {
            const length = paragraph.replace(/\]\(.*?\)/g, '').trim().length;
            return length === 0 ? [] : Array.from({ length: 1 + Math.ceil(length / columns) }, () => '');
          }),
    );
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.length).toBeLessThanOrEqual(100);
  });

  test('has a quick start of two commands, which this repository has', () => {
    const [, block = ''] = /^## Try it\n[^]*?^```sh\n([^]*?)^```$/m.exec(start) ?? [];
    const commands = block.trimEnd().split('\n');
    expect(commands).toHaveLength(2);
    for (const command of commands) expect(command).toMatch(/^npm ci && npm (run demo|test) /);
  });
});

/** The test that runs or compares the blocks of code of a language on a page; null for pages that `npm run generate` writes. */
const holders: Readonly<Record<string, string | null>> = {
  'CONTRIBUTING.md sh': 'test/package/named.test.ts',
  'README.md console': 'test/package/readme.test.ts',
  'README.md json': 'test/package/readme.test.ts',
  'README.md sh': 'test/package/package.slow.test.ts',
  'README.md yaml': 'test/action/steps.test.ts',
  'deploy/query-service/README.md sh': 'test/service/deploy.slow.test.ts',
  'docs/action.md yaml': 'test/action/workflows.test.ts',
  'docs/adopting.md ': 'test/cli/adopting-page.test.ts',
  'docs/adopting.md js': 'test/formats/plain-entries.slow.test.ts',
  'docs/adopting.md json': 'test/cli/adopting-page.test.ts',
  'docs/adopting.md jsonc': 'test/package/adopting.slow.test.ts',
  'docs/adopting.md sh': 'test/package/package.slow.test.ts',
  'docs/adopting.md yaml': 'test/action/workflows.test.ts',
  'docs/checking.md console': 'test/package/readme.test.ts',
  // And test/formats/editor.test.ts, for the settings of an editor.
  'docs/checking.md js': 'test/reporters/list.test.ts',
  'docs/checking.md json': 'test/package/readme.test.ts',
  'docs/checking.md sh': 'test/package/package.slow.test.ts',
  'docs/ci.md ': 'test/package/pre-commit.slow.test.ts',
  'docs/ci.md sh': 'test/package/package.slow.test.ts',
  'docs/ci.md yaml': 'test/cli/ci-page.slow.test.ts',
  'docs/fixing.md console': null,
  'docs/fixing.md diff': null,
  'docs/fixing.md sh': 'test/edit/fix.test.ts',
  'docs/history.md console': 'test/history/page.test.ts',
  'docs/history.md sh': 'test/package/package.slow.test.ts',
  'docs/library.md js': 'test/package/package.slow.test.ts',
  'docs/monitoring.md json': 'test/reporters/badge.test.ts',
  'docs/monitoring.md sh': 'test/package/package.slow.test.ts',
  'docs/performance.md sh': 'test/package/named.test.ts',
  'docs/query-api.md console': 'test/query/api-page.slow.test.ts',

  'docs/query-api.md json': 'test/query/api-page.slow.test.ts',
  'docs/query-api.md sh': 'test/package/package.slow.test.ts',
  'docs/troubleshooting.md sh': 'test/package/package.slow.test.ts',
};

/** Blocks that cannot run here: a picture of the code, the url of a badge. */
const shownOnly = ['docs/architecture.md ', 'docs/monitoring.md markdown'];

test('every block of code of the pages is run or compared by a test', () => {
  const found = [...pages].flatMap(([page, { blocks }]) =>
    blocks.map(({ language }) => `${page} ${language}`).filter((block) => !shownOnly.includes(block)),
  );
  const known = Object.keys(holders).filter((block) => !shownOnly.includes(block));
  expect([...new Set(found)].sort()).toEqual(known.sort());
  for (const path of Object.values(holders))
    if (path !== null) expect([path, existsSync(path)]).toEqual([path, true]);
});

test('README.md says where it matters that nothing is published, and no other page does', () => {
  const saying = paths.filter((path) => readFileSync(path, 'utf8').includes('Nothing is published yet.'));
  expect(saying).toEqual(repository.startsWith('OWNER/') ? ['README.md'] : []);
  const [, install = ''] = readFileSync('README.md', 'utf8').split(/^## Use it$/m);
  expect(install.includes('> Nothing is published yet.')).toBe(repository.startsWith('OWNER/'));
});
