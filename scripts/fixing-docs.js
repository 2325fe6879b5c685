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
 * The page on `--fix`, `add` and `remove`: the program is run on files of real registries. Throws where a fixable rule has no example.
 * @param {readonly Rule[]} rules
 * @param {Program} program
 */
export async function describeFixes(rules, program) {
  const fixable = rules.filter((rule) => rule.fixable !== undefined);
  const sections = await inTurn(fixable, (rule) => describeRule(rule, program));
  return `# Fixing

${await describeOpening(program)}
Only what has one right correction is fixed. What remains is reported, and decides the exit status.

- \`--fix\` fixes what is safe; \`--fix-all\` also writes the usual spelling of a provider's name.
- \`--fix-dry-run\` prints the fixes as a unified diff, and changes nothing.
- \`--no-network\` probes nothing: the fixes need only the files. With \`--since\`, only what the change brought is fixed.

## A whole registry, once

Spellings of providers change more files, so they come last, in a commit of their own:

\`\`\`sh
endpoint-check --no-network --fix-dry-run > fixes.diff   # what would change, to read first
endpoint-check --no-network --fix
git commit -a -m "Fix entries"
endpoint-check --no-network --fix-all
git commit -a -m "Spell providers as most entries do"
\`\`\`

For smaller pull requests, name some chains: \`--fix chain/kava chain/juno\`.

Fixes also come [before each commit](ci.md#pre-commit), as [suggestions on pull requests](action.md#suggested-changes-on-the-pull-request) or
[merge requests](ci.md#suggested-changes), as the Action's output \`patch\`, and in \`--reporter json\`, \`sarif\` and \`rdjson\`.

${await describeCommands(program)}
## What is never changed

- Links, files outside the paths that you name (or the registry), read-only files, files that changed meanwhile or have merge conflicts, standard input.
- Entries from a provider's manifest (\`_providers/provider-allowlist.json\` of cosmos/chain-registry), which the registry would overwrite. They are
  counted, with its url.
- Slips with more than one correction: \`http\` where TLS is expected, a path in a gRPC address, a missing port or provider, one endpoint with two providers.

A file that could not be written is named, and the exit status is 1.

## What is fixed

The files are of real registries, some with a slip that was made here. The rule says what the fix leaves alone.

${sections.join('\n')}`;
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
  const option = rule.fixable === '--fix' ? '' : `With \`${rule.fixable ?? ''}\`:\n\n`;
  return `### [${rule.code}](rules.md#${rule.code.replace('/', '')})\n\n${option}${parts.join('\n')}`;
}

/**
 * @param {Example} example
 * @param {Program} program
 */
async function describeExample(example, program) {
  const { rule, registry, file } = example;
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
  return `\`${file}\`, line ${finding.line}: ${finding.message}

\`\`\`diff
${cutDiff(stdout, file, finding.line)}
\`\`\`
`;
}

/** How many lines around a change are shown. */
const context = 1;
/** How many lines of a diff are shown: those in the middle of a long one are left out. */
const longest = 10;

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
  const shown = lines.slice(start, lines.findLastIndex(isChange) + 1 + context);
  const half = longest / 2;
  return (shown.length <= longest ? shown : [...shown.slice(0, half), '-    …', ...shown.slice(-half)]).join(
    '\n',
  );
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
      const { output } = await program(args, cwd);
      const line = args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ');
      const printed = withoutDurations(output).trimEnd();
      return `\`\`\`console\n$ endpoint-check ${show(line)}\n${show(printed)}\n\`\`\`\n`;
    };
    const dryRun = async (/** @type {readonly string[]} */ args) => {
      const { stdout } = await program([...args, '--dry-run'], cwd);
      return `\`\`\`diff\n${show(stdout)}\`\`\`\n`;
    };
    const address = `127.0.0.1:${node.port}`;
    const add = [
      'add',
      'kava',
      'grpc',
      address,
      '--provider',
      'Example Validator',
      '--allow-private',
      '--quiet',
    ];
    const added = await dryRun(add);
    return `## Add an endpoint

\`add\` probes the endpoint, and lists it in the file of its chain, in the style of the file, if it passes. Here the node runs on this machine:

${await run(add)}
${added}
It writes nothing if the endpoint fails, or is listed already; \`--force\` adds what could not be proved from here. A peer goes to \`persistent_peers\`. \`--dry-run\` only prints the diff.

## Remove an endpoint

\`remove\` takes an address out of every file, in every kind (\`--kind\` narrows), however its capitals and usual port are written:

${await run(['remove', 'https://LCD.example.com:443', address])}
A list that loses its last entry stays as \`[]\`; \`--dry-run\` works here too. What cannot be removed is kept and named: an entry from a provider's manifest, a
field that must have one address.
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
