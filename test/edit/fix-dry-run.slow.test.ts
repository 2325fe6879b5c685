import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Fix } from '../../src/index.js';
import { edit, runCli } from '../support/command-line.js';
import { readBytes } from '../support/directory.js';
import { requireValid } from '../support/report-samples.js';
import { createRepository } from '../support/repository.js';

/** Applies the fix of a finding of a JSON report, like a program of a few lines. */
function applyNaively(bytes: Buffer, fix: Fix): Buffer {
  if (fix.encoding !== undefined) return Buffer.from(bytes.toString('utf16le').replace(/^\uFEFF/, ''));
  let text = bytes.toString('utf8');
  for (const change of [...fix.edits].sort((a, b) => b.offset - a.offset))
    text = text.slice(0, change.offset) + change.text + text.slice(change.offset + change.length);
  return Buffer.from(text);
}

const dryRun = ['--no-network', '--fix-dry-run'] as const;
const entry = (url: string) => `{ "provider": "Größe", "url": "${url}" }`;

/** Files whose diffs are easily written wrong: line ends of Windows, none at the end, many lines between two fixes, an odd path. */
const files = {
  'chain/a b/param.json': `{ "chain_id_evm": "0x1", "evm_rpc_endpoint": [ ${entry('ttps://a.example')} ] }`,
  'chain/crlf/param.json': `{\r\n\t"x": "\u2028",\r\n\t"evm_rpc_endpoint": [\r\n${entry('https:/b.example')},\r\n]\r\n}\r\n`,
  'chain/kava/param.json': `{ // kava\n${'\n'.repeat(20)}  "lcd_endpoint": [\n    ${entry('https://C.example')},\n    ${entry('https://d.example')},\n    ${entry('https://d.example')}\n  ]\n}\n`,
  'chain/mark/param.json': `\uFEFF{ "lcd_endpoint": [ {}, ${entry('https://e.example')} ] }\n`,
  'chain/right/param.json': `{ "lcd_endpoint": [ ${entry('https://f.example')} ] }\n`,
};

/** Runs a program, giving it a text. Rejects if it fails. */
async function feed(program: string, args: readonly string[], cwd: string, input: string): Promise<void> {
  const running = promisify(execFile)(program, args, { cwd });
  running.child.stdin?.end(input);
  await running;
}

describe('--fix-dry-run', () => {
  test('prints a diff that git and patch apply to what --fix writes, and changes nothing', async () => {
    const { directory } = await createRepository(files);
    const before = await readBytes(directory);
    const { stdout, stderr, lines, exitCode } = await edit(directory, dryRun);
    expect(await readBytes(directory)).toEqual(before);
    expect(lines).toEqual([expect.stringMatching(/^would fix \d+ findings in 4 files$/)]);
    // The report of the remaining problems.
    expect(stderr).toContain('error: expected an https url');
    expect(exitCode).toBe(1);

    await feed('git', ['apply', '--check'], directory, stdout);
    await feed('patch', ['-p1', '--dry-run', '--binary'], directory, stdout);
    await feed('git', ['apply', '--whitespace=nowarn'], directory, stdout);
    const applied = await readBytes(directory);
    const { directory: clone } = await createRepository(files);
    expect((await edit(clone, ['--no-network', '--fix'])).exitCode).toBe(0);
    expect(applied).toEqual(await readBytes(clone));
    expect(applied).not.toEqual(before);
  });

  test('leaves standard output to a report for a program', async () => {
    const { directory } = await createRepository(files);
    const { stdout, stderr } = await edit(directory, [...dryRun, '--reporter', 'json']);
    const report = requireValid(JSON.parse(stdout));
    expect(report.findings.some(({ fix }) => fix !== null)).toBe(true);
    const diff = stderr.replaceAll(/^endpoint-check: .*\n/gm, '');
    await feed('git', ['apply', '--check'], directory, diff);
  });

  test('prints it beside reports in files', async () => {
    const { directory } = await createRepository(files);
    const { stdout, stderr } = await edit(directory, [...dryRun, '--reporter', 'json=report.json']);
    await feed('git', ['apply', '--check'], directory, stdout);
    expect(stderr.split('\n')).toHaveLength(3);
    requireValid(JSON.parse(await readFile(join(directory, 'report.json'), 'utf8')));
  });

  test('names files from the working directory, or from the registry if one is outside', async () => {
    const { directory } = await createRepository(files);
    const below = join(directory, 'chain/kava');
    const single = await edit(below, [...dryRun, 'param.json']);
    expect(single.stdout).toMatch(/^--- a\/param\.json\n/);
    await feed('git', ['apply', '--check'], below, single.stdout);
    const all = await edit(below, dryRun);
    expect(all.lines).toContain(`the paths of the diff are relative to ${directory}: apply it there`);
    await feed('git', ['apply', '--check'], directory, all.stdout);
    await feed('patch', ['-p1', '--dry-run', '--binary'], directory, all.stdout);
  });

  test('names a file that would get another encoding, and fixes the rest', async () => {
    const path = 'chain/utf16/param.json';
    const { directory } = await createRepository({
      ...files,
      [path]: Buffer.from('\uFEFF{ "lcd_endpoint": [] }', 'utf16le'),
    });
    const { stdout } = await edit(directory, dryRun);
    expect(stdout).toContain(`"${path}": to be saved as UTF-8`);
    await feed('git', ['apply', '--check'], directory, stdout);
  });

  test('commands no runner into whose log it is printed, and stays as it is in a file', async () => {
    const { directory } = await createRepository({
      'constants/extraRpcs.js': 'export const extraRpcs = {};\nexport default extraRpcs;\n',
      'constants/additionalChainRegistry/chainid-2222.js':
        'export const data = {\n  name: "kava", chainId: 2222,\n/*\n::add-mask::e\n##[error]x\n*/\n  rpc: ["https://A.example.com"],\n};\n',
    });
    const env = { GITHUB_ACTIONS: 'true' };
    const { stdout } = await edit(directory, dryRun, { env });
    expect(stdout).toContain(' : :add-mask::e\n # #[error]x\n');
    const line = [process.execPath, resolve('bin/endpoint-check.js'), ...dryRun].join(' ');
    const options = { cwd: directory, env: { ...process.env, ...env }, stdio: 'ignore' } as const;
    execFileSync('sh', ['-c', `${line} >fixes.diff || test $? = 1`], options);
    expect(await readFile(join(directory, 'fixes.diff'), 'utf8')).toContain(' ::add-mask::e\n ##[error]x\n');
  });

  test('prints nothing if there is nothing to fix', async () => {
    const right = 'chain/right/param.json';
    const { directory } = await createRepository({ [right]: files[right] });
    const { stdout, lines, exitCode } = await edit(directory, dryRun);
    expect([stdout, lines, exitCode]).toEqual(['', ['nothing to fix'], 0]);
  });
});

describe('the fix of a finding in the JSON report', () => {
  test('is what --fix does if it is the only one', async () => {
    const texts: readonly (string | Buffer)[] = [
      `{ "lcd_endpoint": [ ${entry('https://e.example')} ], }`,
      `{ "lcd_endpoint": [ ${entry(' https://e.example')} ] }`,
      `{ "lcd_endpoint": [ ${entry('https://É.example')}, ${entry('https://e.example')}, ${entry('https://e.example')} ] }`,
      `{ "lcd_endpoint": [ { "providr": "A", "url": "https://e.example" } ] }`,
      `{ "lcd_endpoints": [ ${entry('https://e.example')} ] }`,
      `{ "a": 1, "a": 1 }`,
      `\uFEFF{ "a": "🚀" }`,
      `{ "a": "🚀" /* why */ }`,
      Buffer.from(`\uFEFF{ "a": "🚀" }`, 'utf16le'),
    ];
    const paths = texts.map((_, at) => `chain/c${at}/param.json`);
    const { directory } = await createRepository(
      Object.fromEntries(texts.map((text, at) => [paths[at] ?? '', text])),
    );
    const { stdout } = await runCli(['--no-network', '--reporter', 'json'], { cwd: directory });
    const { findings } = requireValid(JSON.parse(stdout));
    const expected = await Promise.all(
      paths.map(async (path) => {
        const [finding, ...rest] = findings.filter(({ file, fix }) => file === path && fix !== null);
        if (finding?.fix == null || rest.length > 0) throw new Error(`${path} has not one fix`);
        return [path, applyNaively(await readFile(join(directory, path)), finding.fix).toString('latin1')];
      }),
    );
    await edit(directory, ['--no-network', '--fix', '--reporter', 'json']);
    expect(await readBytes(directory)).toEqual(Object.fromEntries(expected));
  });
});

test('the programs that apply diffs are installed', () => {
  for (const program of ['git', 'patch']) execFileSync(program, ['--version']);
});
