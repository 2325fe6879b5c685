import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { checkRegistry } from '../../src/index.js';
import { formats } from '../../src/formats/index.js';
import { listVerdicts } from '../../src/model/report.js';
import { parseExclusions } from '../../src/registry/exclude.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { readMarkdown } from '../support/documents.js';

const pages = ['README.md', 'docs/checking.md'].map((path) => readFileSync(path, 'utf8'));
const [readme = '', checking = ''] = pages;

function findBlocks(page: string, language: string): string[] {
  return readMarkdown(page).blocks.flatMap((block) => (block.language === language ? [block.code] : []));
}

/** The first cells of the table whose head begins so. */
function findNames(page: string, head: string): string[] {
  const [, rows = ''] = new RegExp(`^\\| ${head} .*\\n\\| -.*\\n((?:\\|.*\\n)*)`, 'm').exec(page) ?? [];
  return [...rows.matchAll(/^\| `([\w-]+)`/gm)].map(([, name = '']) => name);
}

describe('the README and docs/checking.md show what the program prints', () => {
  const [file = ''] = findBlocks(readme, 'json');
  const sessions = pages
    .flatMap((page) => findBlocks(page, 'console'))
    .map((block) => {
      const [, command = '', output = ''] = /^\$ npx endpoint-check (.*)\n([^]*)$/.exec(block) ?? [];
      return { command, output };
    });

  test('there is a broken entry and two commands', () => {
    expect(JSON.parse(file)).toHaveProperty('grpc_endpoint');
    expect(sessions.map(({ command }) => command)).toEqual(['chain/kava/param.json', 'explain exit-codes']);
  });

  test.each(sessions)('$command', async ({ command, output }) => {
    const cwd = await createDirectory({ 'chain/kava/param.json': file });
    const { stdout } = await runCli(command.split(' '), { cwd });
    // Only the duration differs from run to run.
    const withoutTime = (text: string) => text.replace(/\d+\.\d s\)/g, '… s)');
    expect(withoutTime(stdout)).toBe(withoutTime(output));
  });
});

const numbers = 'no one two three four five six seven eight nine ten eleven twelve thirteen'.split(' ');

test('the tables of docs/checking.md have all formats and kinds, that of docs/verdicts.md all verdicts', () => {
  expect(findNames(checking, 'format').sort()).toEqual(formats.map(({ name }) => name).sort());
  expect(findNames(checking, 'kind')).toEqual(checks.map(({ kind }) => kind));
  expect(findNames(readFileSync('docs/verdicts.md', 'utf8'), 'verdict').sort()).toEqual(
    [...listVerdicts([])].sort(),
  );
  // Plain entries come from any other list.
  expect(readme).toContain(`It reads [${numbers[formats.length - 1]} formats]`);
  expect(readme).toContain(`checks [${numbers[checks.length]} kinds]`);
});

test('the exclusion of docs/checking.md is valid', () => {
  const [example = ''] = findBlocks(checking, 'json');
  const { exclusions, errors } = parseExclusions(
    example,
    checks.map(({ kind }) => kind),
  );
  expect([exclusions.length, errors]).toEqual([1, []]);
});

test('the README counts the keystrokes of the commands of docs/checking.md, by hand and with the program', () => {
  const [, section = ''] = checking.split('\n## By hand\n');
  const [commands = ''] = findBlocks(section, 'sh');
  // Each command ends with Enter.
  const byHand = commands.trimEnd().split('\n');
  const [, command = ''] = /`(npx endpoint-check chain\/kava\/param\.json)`/.exec(readme) ?? [];
  expect(readme).toMatch(
    new RegExp(
      `^\\| keystrokes +\\| ${commands.length}, in ${numbers[byHand.length]} commands +\\| ${command.length + 1}, in one +\\|$`,
      'm',
    ),
  );
});

describe('the README tells what a check of the files of real registries finds', () => {
  const directories: Readonly<Record<string, string>> = {
    'cosmos/chain-registry': 'fixtures/real/chain-registry',
    'chainapsis/keplr-chain-registry': 'fixtures/real/keplr',
    'ping-pub/ping.pub': 'fixtures/real/pingpub',
    'osmosis-labs/assetlists': 'fixtures/real/zone-chains',
    'ethereum-lists/chains': 'fixtures/real/ethereum-lists',
    'cosmostation/chainlist': 'fixtures/registries/real',
  };
  const rows = [...readme.matchAll(/^\| ([\w.-]+\/[\w.-]+) +\|.*?\|([\d ,|]+)\| +[\d.]+ \|$/gm)].map(
    ([, name = '', counts = '']) => ({
      name,
      counts: counts.split('|').map((cell) => Number(cell.replace(',', ''))),
    }),
  );

  test('all of them', () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(directories));
  });

  test.each(rows)('$name', async ({ name, counts }) => {
    const directory = directories[name] ?? '';
    const { summary } = await checkRegistry([directory], { network: false });
    // Windows allows no colon in the names of files, so the fixtures have another name, which is a warning.
    const renamed = (await readdir(directory, { recursive: true })).filter(
      (path) => path.endsWith('.json') && path.includes('%3A'),
    ).length;
    const { files, endpoints, errors, warnings } = summary;
    expect([files, endpoints, errors, warnings - renamed]).toEqual(counts);
  });
});
