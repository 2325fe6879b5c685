import { readFile } from 'node:fs/promises';
import protobuf from 'protobufjs';
import { describeAction, fill } from './action-docs.js';
import { compileAnswerValidators, declareAnswers, declareAnswerValidators } from './answer-types.js';
import { importTypeScript } from './import-typescript.js';
import { fillFixes } from './fixing-docs.js';
import { compileValidator, createSchema, declareValidator } from './format-schemas.js';
import {
  declareKinds,
  describeKinds,
  fillKinds,
  joinNames,
  orderKinds,
  readKindDocs,
  tabulateAnswers,
  tabulateCosts,
  tabulateKinds,
} from './kind-docs.js';
import { describeOpinions } from './opinion-docs.js';
import { declareOptions, describeInputs } from './option-types.js';
import { drawOpening } from './picture.js';
import { generateProtoCode } from './proto-code.js';
import { describeRoutes, fillRoutes } from './query-api.js';
import { nameRelease } from './release-names.js';
import { describeRules } from './rules-docs.js';
import { loadProgram } from './run-program.js';

/**
 * The generated files, path and text.
 * @returns {Promise<[string, string][]>}
 */
export async function generateFiles() {
  const { checks } = await importTypeScript('src/checks/index.ts');
  /** @type {readonly string[]} */
  const kinds = checks.map((/** @type {{ kind: string }} */ { kind }) => kind);
  const kindTable = /** @type {const} */ (['src/checks/kinds.generated.ts', tabulateKinds(checks)]);
  const kindTypes = /** @type {const} */ (['src/model/endpoint-kind.generated.ts', declareKinds(checks)]);
  /** @type {{ formats: readonly import('../src/formats/format.js').Format[] }} */
  const { formats } = await importTypeScript('src/formats/index.ts');
  const { answerExamples } = await importTypeScript('src/service/api/answer-examples.ts');
  const { paramLimits, serviceRoutes } = await importTypeScript('src/service/api/service-routes.ts');
  const { rules, wordProblem } = await importTypeScript('src/engine/rule-catalogue.ts', new Map([kindTable]));
  const { faults } = await importTypeScript('test/faults/index.ts');
  const { orders, routes, tokenTypes } = await importTypeScript('src/query/routes.ts');
  const options = await importTypeScript('src/engine/options/option-rows.ts');
  /** @type {typeof import('../src/model/reporter-names.js')} */
  const { reporterRows } = await importTypeScript('src/model/reporter-names.ts');
  const texts = Object.entries(reporterRows).filter(([, { writes }]) => writes === 'text');
  const { toKebabCase } = await importTypeScript('src/model/write-option.ts');
  const action = describeInputs(await readFile('action.yml', 'utf8'), options, toKebabCase);
  const schemas = formats.map((one) => ({ one, schema: createSchema(one, checks) }));
  const kindDocs = await readKindDocs(checks);
  const reportSchema = await describeKinds(
    await readFile('schemas/report.schema.json', 'utf8'),
    checks,
    kindDocs,
  );
  /** @type {[string, string][]} */
  const formatFiles = schemas.flatMap(({ one, schema }) => [
    [`schemas/${one.schema.file}.schema.json`, format(schema)],
    [
      `src/formats/${one.name}/validator.generated.js`,
      compileValidator(schema, one.schema.file, {
        allErrors: true,
        allowUnionTypes: true,
        strictTypes: false,
      }),
    ],
    [`src/formats/${one.name}/validator.generated.d.ts`, declareValidator(one.schema.file)],
  ]);
  const openApi = fillRoutes(
    JSON.parse(await readFile('schemas/query-api.openapi.json', 'utf8')),
    serviceRoutes,
    { orders, tokenTypes, limits: paramLimits },
    answerExamples,
  );
  const program = await loadProgram(new Map([...formatFiles, kindTable, kindTypes]));
  return nameRelease([
    ...(await generateProtoCode()),
    ...formatFiles,
    ['src/sandbox/descriptors.generated.json', format(await loadDescriptors())],
    ['schemas/report.schema.json', reportSchema],
    [
      'src/engine/report-validator.generated.js',
      compileValidator(JSON.parse(reportSchema), 'report', {
        allowUnionTypes: true,
        strictRequired: false,
      }),
    ],
    [...kindTypes],
    [...kindTable],
    ['deploy/grafana.json', orderKinds(await readFile('deploy/grafana.json', 'utf8'), checks)],
    ['src/engine/check-options.generated.ts', declareOptions(options)],
    ['action.yml', action],
    ['docs/rules.md', describeRules(rules, checks, wordProblem)],
    [
      'docs/verdicts.md',
      (await readFile('docs/verdicts.md', 'utf8')).replace(
        /^(- Inconclusive: ).*/m,
        (_, start) => `${start}${linkInconclusive(rules)}.`,
      ),
    ],
    // By the command, since the option prints this file.
    ['src/cli/help.generated.txt', (await program(['help'], '.')).stdout],
    ['docs/fixing.md', await fillFixes(await readFile('docs/fixing.md', 'utf8'), program)],
    ...(await drawOpening(await readFile('README.md', 'utf8'), program)),
    ['schemas/query-api.openapi.json', format(openApi)],
    ['src/query/answers.generated.ts', declareAnswers(openApi, routes)],
    ['src/query/answer-validators.generated.js', compileAnswerValidators(openApi, routes)],
    ['src/query/answer-validators.generated.d.ts', declareAnswerValidators(routes)],
    [
      'docs/query-api.md',
      fill(await readFile('docs/query-api.md', 'utf8'), 'routes', describeRoutes(routes)),
    ],
    [
      'docs/action.md',
      describeAction(
        describeAction(await readFile('docs/action.md', 'utf8'), action),
        await readFile('propose/action.yml', 'utf8'),
        'propose-',
      ),
    ],
    ['docs/checking.md', await fillKinds('docs/checking.md', 'kinds', tabulateAnswers(kindDocs))],
    ['docs/adopting.md', await fillKinds('docs/adopting.md', 'costs', tabulateCosts(kindDocs))],
    [
      'docs/library.md',
      (await readFile('docs/library.md', 'utf8'))
        .replace(/(`kind` is an `EndpointKind`: )[^.]*/, (_, start) => String(start) + joinNames(kinds))
        .replace(
          /(Resolves to a string: )[^;]*/,
          (_, start) => String(start) + joinNames(texts.map(([name]) => name)),
        ),
    ],
    [
      'docs/second-opinions.md',
      describeOpinions(
        faults,
        JSON.parse(await readFile('test/faults/opinions.json', 'utf8')),
        await importTypeScript('test/opinions/clients.ts'),
        await importTypeScript('test/opinions/differences.ts'),
      ),
    ],
  ]);
}

/** @param {readonly import('../src/model/rule.js').WordedRule[]} rules */
function linkInconclusive(rules) {
  const found = rules.filter((rule) => rule.inconclusive === true && !rule.code.startsWith('query/'));
  return found.map(({ code }) => `[${code}](rules.md#${code.replace('/', '')})`).join(', ');
}

/** @param {unknown} value */
function format(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function loadDescriptors() {
  const root = new protobuf.Root();
  // One after the other, so that the order of the result does not depend on the disk.
  for (const file of ['grpc-reflection', 'cosmos-tendermint', 'cosmos-bank']) {
    await root.load(`schemas/${file}.proto`, { keepCase: true });
  }
  return root.toJSON();
}
