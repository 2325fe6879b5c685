import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { directories, fixingExamples } from './fixing-examples.js';
import { importTypeScript } from './import-typescript.js';
import { withoutDurations } from './run-program.js';

/** @typedef {import('./fixing-examples.js').Example} Example */
/** @typedef {Awaited<ReturnType<typeof import('./run-program.js').loadProgram>>} Program */
/** @typedef {import('../src/model/rule.js').WordedRule} Rule */

/**
 * The page on `--fix`, `add` and `remove`: the program is run on files of real registries. Throws where a fixable rule has no example, or its
 * explanation does not say what the fix does.
 * @param {readonly Rule[]} rules
 * @param {Program} program
 */
export async function describeFixes(rules, program) {
  const fixable = rules.filter((rule) => rule.fixable !== undefined);
  const sections = await inTurn(fixable, (rule) => describeRule(rule, program));
  return `# Fixing

${await describeOpening(program)}
Only what has one right correction is fixed; a wrong fix would be worse than none. The other bytes of a file stay as they are: indentation,
order, line ends. What remains is reported as without \`--fix\`, and decides the exit status.

| option | what it does |
| --- | --- |
| \`--fix\` | fixes what is safe |
| \`--fix-all\` | also writes the usual spelling of a provider's name |
| \`--fix-dry-run\` | prints the fixes as a unified diff, and changes nothing; with \`--fix-all\`, those of both |

\`--no-network\` probes nothing: the fixes need only the files. With \`--since\`, only what the change brought is fixed.

\`npm run generate\` generates this page: the program is run, and every diff below is its own.

## What is fixed

| rule | option | the fix |
| --- | --- | --- |
${fixable.map((rule) => `| ${link(rule)} | \`${rule.fixable ?? ''}\` | ${describeFix(rule)} |`).join('\n')}

## Examples

The files are of real registries, as they were. Where none has the slip, it was made in a copy of a real file. Each diff is cut to the lines around.

${sections.join('\n')}
## What is never changed

- Links, and files that lead out of the registry through one.
- Files outside the paths that you name or, without one, outside the registry around the directory.
- Files with merge conflict markers, and files that git has in conflict.
- Entries that come from a provider's manifest, where the registry has these (\`_providers/provider-allowlist.json\` of cosmos/chain-registry):
  the registry would overwrite the change. They are counted, with the url of the manifest, where they have to be changed.
- Slips with more than one correction: \`http\` where TLS is expected, a path in a gRPC address, a missing port or provider, two entries for one
  endpoint with different providers.
- Files that are read-only, and files that changed while they were checked.
- Standard input.

Each file is written whole or not at all: a new file beside it takes its place in one step (\`rename\`), with the permissions of the old one. If
the program is stopped, each file is either the old or the new one. A file that could not be written is named, and the exit status is 1.

## A whole registry, once

Fix all that is safe, and let somebody who knows the registry read it. Spellings of providers change more files, and are another matter, so they
come after it in a commit of their own:

\`\`\`sh
endpoint-check --no-network --fix-dry-run > fixes.diff   # what would change, to read first
endpoint-check --no-network --fix
git commit -a -m "Fix entries"
endpoint-check --no-network --fix-all
git commit -a -m "Spell providers as most entries do"
\`\`\`

- For smaller pull requests, name some chains: \`--fix chain/kava chain/juno\`. Where these spell a provider in several ways, the whole registry decides; what they spell in one way stays.
- Exit status 1 means that findings are left, which only people can decide. They stop no pull request that does not touch them: the checks
  show [what a change brings](action.md#pull-requests).

## In editors, commits and CI

- Before each commit: a hook for [pre-commit](ci.md#pre-commit).
- On pull requests, the fixes are suggestions that the author applies with a click ([Action](action.md)), or a patch: its output \`patch\`.
- On merge requests of GitLab: [suggested changes](ci.md#suggested-changes).
- \`--reporter json\`, \`sarif\` and \`rdjson\` have the edits of each finding.

${await describeCommands(program)}`;
}

/** @param {Rule} rule */
function link({ code }) {
  return `[${code}](rules.md#${code.replace('/', '')})`;
}

/**
 * What its explanation says of the fix: all from the first option on.
 * @param {Rule} rule
 */
function describeFix({ code, explanation }) {
  const [found] = /`--fix(?:-all)?` [^]*$/.exec(explanation) ?? [];
  if (found === undefined) throw new Error(`${code} is fixable: say in its explanation what \`--fix\` does`);
  return found.replace(/^`--fix(?:-all)?` /, '').replaceAll('|', '\\|');
}

/**
 * A file of a real registry, what the program prints for it, and the diff.
 * @param {Program} program
 */
async function describeOpening(program) {
  const file = 'chain/coreum/param.json';
  return inCopy({ registry: 'cosmostation/chainlist', file }, async (cwd) => {
    const { stdout } = await program(['--no-network', '--fix-dry-run', file], cwd);
    const { output } = await program(['--no-network', '--fix', '--quiet', file], cwd);
    return `\`endpoint-check --fix\` corrects the slips of your file, and leaves everything else as it is:

\`\`\`console
$ endpoint-check --no-network --fix --quiet ${file}
${withoutDurations(output).trimEnd()}
\`\`\`

\`\`\`diff
${stdout}\`\`\`
`;
  });
}

/**
 * @param {Rule} rule
 * @param {Program} program
 */
async function describeRule(rule, program) {
  const examples = fixingExamples.filter((example) => example.rule === rule.code);
  if (examples.length === 0)
    throw new Error(`${rule.code} is fixable: add an example to scripts/fixing-examples.js`);
  const parts = await inTurn(examples, (example) => describeExample(example, program));
  return `### ${rule.code}\n\n${parts.join('\n')}`;
}

/**
 * @param {Example} example
 * @param {Program} program
 */
async function describeExample(example, program) {
  const { rule, registry, file, slips } = example;
  // How a provider is spelled elsewhere is known from the whole registry. Nothing is written.
  const isWhole = rule === 'entry/provider-spelling';
  const run = async (/** @type {string} */ cwd) => {
    const report = join(await mkdtemp(join(tmpdir(), 'endpoint-check-docs-')), 'report.json');
    try {
      const options = ['--no-network', '--fix-dry-run', '--fix-all', '--reporter', `json=${report}`];
      const { stdout } = await program([...options, isWhole ? '.' : file], cwd);
      return { stdout, report: JSON.parse(await readFile(report, 'utf8')) };
    } finally {
      await rm(dirname(report), { recursive: true });
    }
  };
  const { stdout, report } = isWhole ? await run(directories[registry]) : await inCopy(example, run);
  /** @type {{ rule: string, file: string, line: number, message: string, fix: object | null } | undefined} */
  const finding = report.findings.find(
    (/** @type {any} */ one) => one.rule === rule && one.file === file && one.fix !== null,
  );
  if (finding === undefined) throw new Error(`${file} has no ${rule} with a fix`);
  const made = slips === undefined ? '' : ', with the slip made in it';
  return `\`${file}\` of ${registry}${made}, line ${finding.line}: ${finding.message}

\`\`\`diff
${cutDiff(stdout, file, finding.line)}
\`\`\`
`;
}

/** How many lines around a change are shown. */
const context = 1;

/**
 * The part of a unified diff that changes a line of a file, with the lines around.
 * @param {string} diff
 * @param {string} file
 * @param {number} line
 */
function cutDiff(diff, file, line) {
  const [, own = ''] = diff
    .split(/^--- a\/|^# "/m)
    .flatMap((part) => (part.startsWith(file) ? ['', part] : []));
  const hunks = own.split(/^@@ -/m).slice(1);
  if (hunks.length === 0) return `# "${own.trimEnd()}`;
  const endOf = (/** @type {string} */ one) => {
    const [start = 0, length = 1] = /^(\d+)(?:,(\d+))?/.exec(one)?.slice(1).map(Number) ?? [];
    return start + length;
  };
  const hunk = hunks.find((one) => endOf(one) > line) ?? '';
  const lines = hunk.trimEnd().split('\n').slice(1);
  const isChange = (/** @type {string} */ text) => /^[-+]/.test(text);
  const start = Math.max(0, lines.findIndex(isChange) - context);
  return lines.slice(start, lines.findLastIndex(isChange) + 1 + context).join('\n');
}

/**
 * Calls back with a temporary directory that holds a copy of a file, with its slips.
 * @template T
 * @param {Pick<Example, 'registry' | 'file' | 'slips' | 'encoding'>} example
 * @param {(cwd: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function inCopy({ registry, file, slips = [], encoding = 'utf8' }, use) {
  const cwd = await mkdtemp(join(tmpdir(), 'endpoint-check-docs-'));
  try {
    let text = await readFile(join(directories[registry], file), 'utf8');
    for (const [found, replacement] of slips) {
      if (!text.includes(found)) throw new Error(`${file} has no ${found}`);
      text = text.replace(found, () => replacement);
    }
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    const mark = encoding === 'utf16le' ? '\uFEFF' : '';
    await writeFile(join(cwd, file), mark + text, encoding);
    return await use(cwd);
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/**
 * `add` and `remove` on a small registry, with a local node.
 * @param {Program} program
 */
async function describeCommands(program) {
  const { startCosmosNode } = await importTypeScript('src/sandbox/cosmos-node.ts');
  const node = await startCosmosNode({ network: 'kava_2222-10' });
  const cwd = await mkdtemp(join(tmpdir(), 'endpoint-check-docs-'));
  try {
    await mkdir(join(cwd, 'chain/kava'), { recursive: true });
    await copyFile('fixtures/registries/good/chain/kava/param.json', join(cwd, 'chain/kava/param.json'));
    // The port differs from run to run.
    const show = (/** @type {string} */ text) => text.replaceAll(`:${node.port}`, ':9090');
    const run = async (/** @type {readonly string[]} */ args) => {
      const { stdout } = await program([...args, '--dry-run'], cwd);
      const { output } = await program(args, cwd);
      const line = args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ');
      const printed = withoutDurations(output).trimEnd();
      return `\`\`\`console\n$ endpoint-check ${show(line)}\n${show(printed)}\n\`\`\`\n\n\`\`\`diff\n${show(stdout)}\`\`\`\n`;
    };
    const address = `127.0.0.1:${node.port}`;
    const provider = ['--provider', 'Example Validator', '--allow-private', '--quiet'];
    return `## Add an endpoint

\`add\` probes the endpoint, and lists it in the file of its chain, in the style of the file, if it passes. Here the node runs on this machine,
which needs \`--allow-private\`:

${await run(['add', 'kava', 'grpc', address, ...provider])}
It writes nothing where the endpoint fails, or is listed already; \`--force\` adds what could not be proved from here. \`--dry-run\` prints the diff
and writes nothing.

## Remove an endpoint

\`remove\` takes an address out of every file of the registry, in every kind (\`--kind\` narrows), however its capitals and usual port are
written:

${await run(['remove', 'https://LCD.example.com:443', address])}
A list that loses its last entry stays as \`[]\`. What cannot be removed is kept and named: an entry from a provider's manifest, a field that
must have one address.
`;
  } finally {
    await node.close();
    await rm(cwd, { recursive: true });
  }
}

/**
 * One after the other, since the examples run in one process.
 * @template T, U
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<U>} use
 * @returns {Promise<U[]>}
 */
async function inTurn(items, use) {
  const results = [];
  for (const item of items) results.push(await use(item));
  return results;
}
