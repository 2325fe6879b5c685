import { createTwoFilesPatch, FILE_HEADERS_ONLY, parsePatch } from 'diff';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../src/model/report.js';
import { startCosmosNode } from '../src/sandbox/cosmos-node.js';
import { withoutDurations, type Program } from './program-output.js';
import { withFiles } from './temporary-files.js';

/** Where files of real registries are in this repository. A file is of the first that has it. */
const registries = [
  'fixtures/registries/broken',
  'fixtures/registries/real',
  'fixtures/real/chain-registry',
  'fixtures/real/keplr',
  'fixtures/real/ethereum-lists',
  'fixtures/real/pingpub',
];

/**
 * The page on `--fix`, `add` and `remove`, with what the program prints: for the commands of its blocks `console`, with what they change in the
 * block `diff` after each, and for its examples of rules, whose slip is in their diff.
 */
export async function fillFixes(page: string, program: Program) {
  const [commands = '', ...sections] = page.split(/^(?=### )/m);
  const filled = [await fillCommands(commands, program)];
  for (const section of sections) {
    const [, rule = ''] = /^### \[(.*?)\]/.exec(section) ?? [];
    const example = /^`(.*?)`, line \d+: .*\n\n```diff\n([^]*?)\n```$/gm;
    const describe = ([, file = '', diff = '']: RegExpExecArray) =>
      describeExample({ rule, file, diff }, program);
    filled.push(await replaceEach(section, example, describe));
  }
  return filled.join('');
}

/** The commands are run one after the other, on two files and a local node, which has the port 9090 on the page. */
async function fillCommands(text: string, program: Program) {
  const node = await startCosmosNode({ network: 'kava_2222-10' });
  const coreum = await readFile('fixtures/registries/real/chain/coreum/param.json');
  const kava = await readFile('fixtures/registries/good/chain/kava/param.json');
  const files = [
    ['chain/coreum/param.json', coreum],
    ['chain/kava/param.json', kava],
  ] as const;
  const command =
    /^```console\n\$ npx endpoint-check (.*)\n[^]*?^```$(?:\n\n```diff\n--- a\/(.*)[^]*?^```$)?/gm;
  try {
    return await withFiles(files, (cwd) =>
      replaceEach(text, command, async ([, line = '', file]) => {
        const words = line.replaceAll(':9090', `:${node.port}`).match(/"[^"]*"|\S+/g) ?? [];
        const args = words.map((word) => word.replaceAll('"', ''));
        const read = async () => (file === undefined ? '' : readFile(join(cwd, file), 'utf8'));
        const before = await read();
        const { output } = await program(args, cwd);
        const printed = formatBlock('console', `$ npx endpoint-check ${line}\n${withoutDurations(output)}`);
        const names = [`a/${file}`, `b/${file}`] as const;
        // As the program writes it with `--dry-run`.
        const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
        const diff = createTwoFilesPatch(...names, before, await read(), undefined, undefined, options);
        const changed = file === undefined ? '' : `\n\n${formatBlock('diff', diff)}`;
        return `${printed}${changed}`.replaceAll(`:${node.port}`, ':9090');
      }),
    );
  } finally {
    await node.close();
  }
}

function formatBlock(language: string, text: string) {
  return `\`\`\`${language}\n${text.replace(/\n$/, '')}\n\`\`\``;
}

/** An example with what the program prints for the file: as it is if it has the slip, else for a copy in which it is made. */
async function describeExample(
  { rule, file, diff }: { rule: string; file: string; diff: string },
  program: Program,
) {
  const registry = registries.find((directory) => existsSync(join(directory, file)));
  if (registry === undefined) throw new Error(`docs/fixing.md: no registry has ${file}`);
  const text = await readFile(join(registry, file), 'utf8');
  const findIn = (content: string | Buffer) =>
    withFiles([[file, content]], async (directory) => {
      const report = join(directory, 'report.json');
      const options = ['--no-network', '--fix-dry-run', '--fix-all', '--reporter', `json=${report}`];
      // How a provider is spelled elsewhere is known from the whole registry.
      const isWhole = rule === 'entry/provider-spelling';
      const { stdout } = await program([...options, isWhole ? '.' : file], isWhole ? registry : directory);
      const findings: Report['findings'] = JSON.parse(await readFile(report, 'utf8')).findings;
      const finding = findings.find((one) => one.rule === rule && one.file === file && one.fix !== null);
      return finding && { ...finding, diff: stdout };
    });
  const found = (await findIn(text)) ?? (await findIn(makeSlip(text, diff)));
  if (found === undefined) throw new Error(`docs/fixing.md: ${file} has no ${rule} with a fix`);
  const { line, message } = found;
  return `\`${file}\`, line ${line}: ${message}\n\n${formatBlock('diff', cutDiff(found.diff, file, line ?? 1))}`;
}

/** A text in which what a diff would fix is not right yet. */
function makeSlip(text: string, diff: string) {
  if (diff.includes('UTF-8')) return Buffer.from(`\uFEFF${text}`, 'utf16le');
  const lines = diff.split('\n');
  const without = (sign: string) =>
    lines.flatMap((line) => (line.startsWith(sign) ? [] : [line.slice(1)])).join('\n');
  return text.replace(without('-'), () => without('+'));
}

/** How many lines of a diff are shown: those in the middle of a long one are left out. */
const longest = 10;

/** The part of a unified diff that changes a line of a file, with one line before and after it. */
function cutDiff(diff: string, file: string, line: number) {
  const note = diff.split('\n').find((text) => text.startsWith(`# "${file}"`));
  if (note !== undefined) return note;
  const patch = parsePatch(diff).find(({ oldFileName }) => oldFileName === `a/${file}`);
  const hunk = patch?.hunks.find(({ oldStart, oldLines }) => oldStart + oldLines > line);
  const lines = hunk?.lines ?? [];
  const isChange = (text: string) => /^[-+]/.test(text);
  const shown = lines.slice(Math.max(0, lines.findIndex(isChange) - 1), lines.findLastIndex(isChange) + 2);
  const half = longest / 2;
  const cut = shown.length <= longest ? shown : [...shown.slice(0, half), '-    …', ...shown.slice(-half)];
  return cut.join('\n');
}

/** Replaces each match, one after the other, since the program runs in this process. */
async function replaceEach(
  text: string,
  pattern: RegExp,
  write: (match: RegExpExecArray) => Promise<string>,
) {
  let replaced = text;
  for (const match of text.matchAll(pattern)) {
    const written = await write(match);
    replaced = replaced.replace(match[0], () => written);
  }
  return replaced;
}
