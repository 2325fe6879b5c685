// Writes what is derived from one source: `npm run generate`. With --check it writes nothing and fails if a file is stale.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { checks } from '../src/checks/index.js';
import { reporterRows } from '../src/reporters/index.js';
import type { WordedRule } from '../src/model/rule.js';
import { declareAnswers, declareClient, tabulateAnswers } from './answer-types.js';
import { fillFixes } from './fixing-docs.js';
import { compileValidator, writeFormats } from './json-schema.js';
import { importTypeScript } from './import-typescript.js';
import {
  declareFacts,
  declareKinds,
  describeKinds,
  listFields,
  orderKinds,
  readKindDocs,
  tabulateKinds,
} from './kind-docs.js';
import { describeOpinions } from './opinion-docs.js';
import { declareOptions, describeAction, describeInputs } from './option-types.js';
import { fillTable, linkRule, prettify, replacePart } from './pages.js';
import { fillTerminal, loadProgram, runOpening } from './program-output.js';
import { describeProtos, generateProtoCode } from './proto-code.js';
import { describeRoutes, fillRoutes } from './query-api.js';
import { nameRelease } from './release-names.js';
import { describeRules } from './rules-docs.js';

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

/** The generated files, path and text. */
async function generateFiles(): Promise<[string, string][]> {
  const kindTable = ['src/checks/kinds.generated.ts', tabulateKinds(checks)] as const;
  const kindTypes = ['src/model/endpoint-kind.generated.ts', declareKinds(checks)] as const;
  const { formats } = await importTypeScript('src/formats/index.ts', new Map([kindTypes]));
  const { rules, wordProblem } = await importTypeScript('src/engine/rule-catalogue.ts', new Map([kindTable]));
  const kindDocs = await readKindDocs(checks);
  const answers = [...kindDocs].map(([kind, { mustAnswer }]) => [`\`${kind}\``, mustAnswer]);
  const costs = [...kindDocs].map(([kind, { connections, requests }]) => [kind, connections, requests]);
  const action = describeInputs(await read('action.yml'));
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
    ['src/model/rule-code.generated.ts', declareCodes(rules)],
    ['src/model/endpoint-facts.generated.ts', await declareFacts(reportSchema)],
    [...kindTable],
    ['src/engine/check-options.generated.ts', declareOptions()],
    ['action.yml', action],
    ['schemas/query-api.openapi.json', format(openApi)],
    ['src/query/client/answers.generated.ts', await declareAnswers(openApi)],
    ['src/query/client/answer-schemas.generated.ts', tabulateAnswers(openApi)],
    ['src/query/client/client.generated.ts', await declareClient(openApi, await findParamsFiles())],
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
    await edit('docs/checking.md', (page) => {
      const fields = listFields(formats, checks);
      const filled = fillTable(page, ['format', 'kinds and their fields', 'what is in a field'], fields);
      return prettify('docs/checking.md', fillTable(filled, ['kind', 'what must answer'], answers));
    }),
    await edit('docs/adopting.md', (page) =>
      prettify('docs/adopting.md', fillTable(page, ['kind', 'connections', 'requests on them'], costs)),
    ),
    await edit('docs/library.md', (page) =>
      replacePart(page, /(?<=Resolves to a string: )[^;]*/, listTextReporters()),
    ),
    await edit('docs/second-opinions.md', async (page) =>
      describeOpinions(page, JSON.parse(await read('test/faults/opinions.json'))),
    ),
  ]);
}

/** The modules of the query client that export an interface, by its name. */
async function findParamsFiles() {
  const directory = 'src/query/client';
  const files = new Map<string, string>();
  for (const name of (await readdir(directory)).filter((each) => each.endsWith('-routes.ts')))
    for (const [, type = ''] of (await read(`${directory}/${name}`)).matchAll(/^export interface (\w+)/gm))
      files.set(type, name.replace(/ts$/, 'js'));
  return files;
}

function declareCodes(rules: readonly WordedRule[]) {
  const codes = rules.map(({ code }) => `  | '${code}'\n`);
  return `// From the sets of rules, listed in src/engine/rule-catalogue.ts: npm run generate

/** The code of a rule. */
export type RuleCode =
${codes.join('').trimEnd()};
`;
}

function read(path: string) {
  return readFile(path, 'utf8');
}

/** A file of which only a part is generated. */
async function edit(
  path: string,
  change: (text: string) => string | Promise<string>,
): Promise<[string, string]> {
  return [path, await change(await read(path))];
}

function listInconclusive(rules: readonly WordedRule[]) {
  const found = rules.filter((rule) => rule.inconclusive === true && !rule.code.startsWith('query/'));
  return found.map(({ code }) => linkRule(code)).join(', ');
}

function listTextReporters() {
  const names = Object.entries(reporterRows).flatMap(([name, { writes }]) =>
    writes === 'text' ? [`\`${name}\``] : [],
  );
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function format(value: unknown) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
