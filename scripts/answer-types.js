// The types of the query API's answers and their validators, from the description of the API.
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { isRoute } from './query-api.js';

/** @typedef {import('./query-api.js').OpenApi} OpenApi */
/**
 * The keywords that the description has.
 * @typedef {{
 *   readonly $ref?: string,
 *   readonly anyOf?: readonly Schema[],
 *   readonly type?: string | readonly string[],
 *   readonly enum?: readonly string[],
 *   readonly items?: Schema,
 *   readonly description?: string,
 *   readonly required?: readonly string[],
 *   readonly properties?: Readonly<Record<string, Schema>>,
 *   readonly additionalProperties?: true,
 * }} Schema
 */

const start = '#/components/schemas/';
const head = '// From schemas/query-api.openapi.json: npm run generate\n';

/**
 * The answers as TypeScript: a type for each schema, and the answers by route.
 * @param {OpenApi} openApi
 */
export function declareAnswers(openApi) {
  const types = listSchemas(openApi).map(([name, schema]) => {
    return `/** ${schema.description} */\nexport interface ${name} ${writeObject(schema)}\n`;
  });
  const answers = listAnswers(openApi).map(
    ({ name, summary, schema }) => `  /** ${summary} */\n  readonly ${name}: ${writeType(schema)};\n`,
  );
  const names = listAnswers(openApi).map(({ name }) => `\n  | '${name}'`);
  return `${head}
${types.join('\n')}
/** What the routes answer, by the client's methods. */
export interface Answers {
${answers.join('')}}

/** The client's methods. */
export type RouteName =${names.join('')};
`;
}

/**
 * A validator for the answer of each route.
 * @param {OpenApi} openApi
 */
export function compileAnswerValidators(openApi) {
  const code = { source: true, esm: true, lines: true };
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, code });
  const add = (/** @type {string} */ $id, /** @type {Schema} */ schema) =>
    ajv.addSchema({ $id, ...JSON.parse(JSON.stringify(schema).replaceAll(start, '')) });
  for (const [name, schema] of listSchemas(openApi)) add(name, schema);
  for (const { name, schema } of listAnswers(openApi)) add(`answer-${name}`, schema);
  const exported = listAnswers(openApi).map(({ name }) => [name, `answer-${name}`]);
  return `${head}${standaloneCode.default(ajv, Object.fromEntries(exported))}\n`;
}

/** @param {OpenApi} openApi */
export function declareAnswerValidators(openApi) {
  const validators = listAnswers(openApi).map(
    ({ name }) => `/** Validates an answer of ${name}. */\nexport const ${name}: AnswerValidator;\n`,
  );
  return `${head}
/** Validates an answer; the first error of the last call is on the function. */
export interface AnswerValidator {
  (value: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

${validators.join('')}`;
}

/**
 * The schemas of answers: that of errors is not among them.
 * @param {OpenApi} openApi
 * @returns {readonly (readonly [name: string, schema: Schema])[]}
 */
function listSchemas({ components }) {
  return Object.entries(components.schemas).filter(([name]) => name !== 'Problem');
}

/**
 * The answers of the routes, by the client's methods.
 * @param {OpenApi} openApi
 * @returns {readonly { name: string, summary: string, schema: Schema }[]}
 */
function listAnswers({ paths }) {
  const routes = Object.entries(paths).filter(([path]) => isRoute(path));
  return routes.map(([, { get }]) => {
    const { schema } = get.responses[200].content['application/json'];
    return { name: get.operationId, summary: get.summary, schema };
  });
}

/** @param {Schema} schema */
function writeObject({ properties = {}, required = [], additionalProperties }) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const note = schema.description === undefined ? '' : `  /** ${schema.description} */\n`;
    return `${note}  readonly ${name}${required.includes(name) ? '' : '?'}: ${writeType(schema)};\n`;
  });
  const others = additionalProperties === true ? '  readonly [field: string]: unknown;\n' : '';
  return `{\n${fields.join('')}${others}}`;
}

/**
 * @param {Schema} schema
 * @returns {string}
 */
function writeType({ $ref, anyOf, type = [], enum: values, items = {} }) {
  if ($ref !== undefined) return $ref.slice(start.length);
  if (anyOf !== undefined) return anyOf.map(writeType).join(' | ');
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ');
  const types = [type].flat().map((one) => {
    if (one === 'array') return `readonly ${writeType(items)}[]`;
    return one === 'integer' ? 'number' : one;
  });
  if (types.length === 0) throw new Error('a schema without a type');
  return types.join(' | ');
}
