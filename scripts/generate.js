// Writes what is derived from one source: `npm run generate`. With --check it writes nothing and fails if a file is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { declareAnswers, tabulateAnswers } from './answer-types.js';
import { fillFixes } from './fixing-docs.js';
import { compileValidator, writeFormats } from './format-schemas.js';
import { importTypeScript } from './import-typescript.js';
import {
  declareFacts,
  declareKinds,
  describeKinds,
  fillKinds,
  listFields,
  orderKinds,
  readKindDocs,
  tabulateKinds,
} from './kind-docs.js';
import { describeOpinions } from './opinion-docs.js';
import { declareOptions, describeAction, describeInputs } from './option-types.js';
import { linkRule, replacePart } from './pages.js';
import { fillTerminal, runOpening } from './picture.js';
import { describeProtos, generateProtoCode } from './proto-code.js';
import { describeRoutes, fillRoutes } from './query-api.js';
import { nameRelease } from './release-names.js';
import { describeRules } from './rules-docs.js';
import { loadProgram } from './run-program.js';

const check = process.argv.includes('--check');
const stale = [];
for (const [path, text] of await generateFiles()) {
  const now = await readFile(path, 'utf8').catch(() => '');
  if (now === text) continue;
  stale.push(path);
  if (!check) await writeFile(path, text);
}
console.log(
  stale.length === 0 ? 'generated files are fresh' : `${check ? 'stale' : 'written'}: ${stale.join(', ')}`,
);
if (check && stale.length > 0) process.exitCode = 1;

/** The generated files, path and text. @returns {Promise<[string, string][]>} */
async function generateFiles() {
  const { checks } = await importTypeScript('src/checks/index.ts');
  const kindTable = /** @type {const} */ (['src/checks/kinds.generated.ts', tabulateKinds(checks)]);
  const kindTypes = /** @type {const} */ (['src/model/endpoint-kind.generated.ts', declareKinds(checks)]);
  const { formats } = await importTypeScript('src/formats/index.ts', new Map([kindTypes]));
  const { rules, wordProblem } = await importTypeScript('src/engine/rule-catalogue.ts', new Map([kindTable]));
  const { faults } = await importTypeScript('test/faults/index.ts');
  const options = await importTypeScript('src/engine/options/option-rows.ts');
  const { reporterRows } = await importTypeScript('src/model/reporter-names.ts');
  const { toKebabCase } = await importTypeScript('src/model/write-option.ts');
  const kindDocs = await readKindDocs(checks);
  const answers = [...kindDocs].map(([kind, { mustAnswer }]) => [`\`${kind}\``, mustAnswer]);
  const costs = [...kindDocs].map(([kind, { connections, requests }]) => [kind, connections, requests]);
  const action = describeInputs(await read('action.yml'), options, toKebabCase);
  const reportSchema = await describeKinds(await read('schemas/report.schema.json'), checks, kindDocs);
  const formatFiles = writeFormats(formats, checks);
  const openApi = fillRoutes(JSON.parse(await read('schemas/query-api.openapi.json')));
  const program = await loadProgram(new Map([...formatFiles, kindTable, kindTypes]));
  const opening = await runOpening(await read('README.md'), program);
  return nameRelease([
    ...(await generateProtoCode()),
    ...formatFiles,
    ['src/sandbox/descriptors.generated.json', format(await describeProtos())],
    ['schemas/report.schema.json', reportSchema],
    [
      'src/engine/report-validator.generated.js',
      compileValidator(JSON.parse(reportSchema), 'report', { allowUnionTypes: true, strictRequired: false }),
    ],
    [...kindTypes],
    ['src/model/endpoint-facts.generated.ts', await declareFacts(reportSchema)],
    [...kindTable],
    ['src/engine/check-options.generated.ts', declareOptions(options)],
    ['action.yml', action],
    ['schemas/query-api.openapi.json', format(openApi)],
    ['src/query/client/answers.generated.ts', declareAnswers(openApi)],
    ['src/query/client/answer-schemas.generated.ts', tabulateAnswers(openApi)],
    // By the command, since the option prints this file.
    ['src/cli/help.generated.txt', (await program(['help'], '.')).stdout],
    await edit('docs/pictures/terminal-light.svg', (svg) => fillTerminal(svg, opening)),
    await edit('docs/pictures/terminal-dark.svg', (svg) => fillTerminal(svg, opening)),
    await edit('deploy/grafana.json', (dashboard) => orderKinds(dashboard, checks)),
    await edit('docs/rules.md', (page) => describeRules(page, rules, checks, wordProblem)),
    await edit('docs/verdicts.md', (page) =>
      replacePart(page, /(?<=^- Inconclusive: ).*(?=\.$)/m, listInconclusive(rules)),
    ),
    await edit('docs/fixing.md', (page) => fillFixes(page, program)),
    await edit('docs/query-api.md', describeRoutes),
    await edit('docs/action.md', async (page) =>
      describeAction(describeAction(page, action), await read('propose/action.yml'), 'propose-'),
    ),
    [
      'docs/checking.md',
      await fillKinds(
        'docs/checking.md',
        [['kind', 'what must answer'], answers],
        [['format', 'kinds and their fields', 'what is in a field'], listFields(formats, checks)],
      ),
    ],
    [
      'docs/adopting.md',
      await fillKinds('docs/adopting.md', [['kind', 'connections', 'requests on them'], costs]),
    ],
    await edit('docs/library.md', (page) =>
      replacePart(page, /(?<=Resolves to a string: )[^;]*/, listTextReporters(reporterRows)),
    ),
    await edit('docs/second-opinions.md', async (page) =>
      describeOpinions(
        page,
        faults,
        JSON.parse(await read('test/faults/opinions.json')),
        await importTypeScript('test/opinions/clients.ts'),
        await importTypeScript('test/opinions/differences.ts'),
      ),
    ),
  ]);
}

/** @param {string} path */
function read(path) {
  return readFile(path, 'utf8');
}

/**
 * A file of which only a part is generated.
 * @param {string} path
 * @param {(text: string) => string | Promise<string>} change
 * @returns {Promise<[string, string]>}
 */
async function edit(path, change) {
  return [path, await change(await read(path))];
}

/** @param {readonly import('../src/model/rule.js').WordedRule[]} rules */
function listInconclusive(rules) {
  const found = rules.filter((rule) => rule.inconclusive === true && !rule.code.startsWith('query/'));
  return found.map(({ code }) => linkRule(code)).join(', ');
}

/** @param {typeof import('../src/model/reporter-names.js').reporterRows} rows */
function listTextReporters(rows) {
  const names = Object.entries(rows).flatMap(([name, { writes }]) =>
    writes === 'text' ? [`\`${name}\``] : [],
  );
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** @param {unknown} value */
function format(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
