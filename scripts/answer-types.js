// The types of the query API's answers and their validators, from the description of the API.
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';

/** @typedef {import('./query-api.js').OpenApi} OpenApi */
/** @typedef {import('../src/query/routes.js').Route} Route */
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
 * @param {readonly Route[]} routes
 */
export function declareAnswers(openApi, routes) {
  const types = Object.entries(listSchemas(openApi)).map(([name, schema]) => {
    return `/** ${schema.description} */\nexport interface ${name} ${writeObject(schema)}\n`;
  });
  const answers = routes.map(
    ({ name, path, summary }) =>
      `  /** ${summary} */\n  readonly ${name}: ${writeType(findAnswer(openApi, path))};\n`,
  );
  const names = routes.map(({ name }) => `\n  | '${name}'`).join('');
  return `${head}\n${types.join('\n')}\n/** What the routes answer, by the client's methods. */\nexport interface Answers {\n${answers.join('')}}\n\n/** The client's methods. */\nexport type RouteName =${names};\n`;
}

/**
 * A validator for the answer of each route.
 * @param {OpenApi} openApi
 * @param {readonly Route[]} routes
 */
export function compileAnswerValidators(openApi, routes) {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: true },
  });
  /** @param {Schema} schema */
  const byName = (schema) => JSON.parse(JSON.stringify(schema).replaceAll(start, ''));
  for (const [name, schema] of Object.entries(listSchemas(openApi)))
    ajv.addSchema({ $id: name, ...byName(schema) });
  for (const { name, path } of routes)
    ajv.addSchema({ $id: `answer-${name}`, ...byName(findAnswer(openApi, path)) });
  const exported = Object.fromEntries(routes.map(({ name }) => [name, `answer-${name}`]));
  return `${head}${standaloneCode.default(ajv, exported)}\n`;
}

/** @param {readonly Route[]} routes */
export function declareAnswerValidators(routes) {
  const validators = routes.map(
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
 * @returns {Readonly<Record<string, Schema>>}
 */
function listSchemas({ components }) {
  return Object.fromEntries(Object.entries(components.schemas).filter(([name]) => name !== 'Problem'));
}

/**
 * @param {OpenApi} openApi
 * @param {string} path
 * @returns {Schema}
 */
function findAnswer({ paths }, path) {
  return paths[path].get.responses[200].content['application/json'].schema;
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
