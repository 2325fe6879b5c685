// The types of the query API's answers and their schemas, from the description of the API.
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

/** The answers as TypeScript: a type for each schema, and the answers by route. @param {OpenApi} openApi */
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

/** The schemas of answers as data, without what is for readers. @param {OpenApi} openApi */
export function tabulateAnswers(openApi) {
  const schemas = Object.fromEntries(listSchemas(openApi).map(([name, schema]) => [name, reduce(schema)]));
  const answers = Object.fromEntries(listAnswers(openApi).map(({ name, schema }) => [name, reduce(schema)]));
  return `${head}import type { RouteName } from './answers.generated.js';

/** The name of another schema, of a type, or several types with commas between; or what JSON Schema says of an object, an array or a string. */
export type AnswerSchema =
  | string
  | { readonly properties: Readonly<Record<string, AnswerSchema>>; readonly optional?: readonly string[] }
  | { readonly items: AnswerSchema }
  | { readonly anyOf: readonly AnswerSchema[] }
  | { readonly enum: readonly string[] };

/** The schemas that others refer to. */
export const schemas: Readonly<Record<string, AnswerSchema>> = ${JSON.stringify(schemas)};

/** What the routes answer. */
export const answers: Readonly<Record<RouteName, AnswerSchema>> = ${JSON.stringify(answers)};
`;
}

/** @param {Schema} schema @returns {import('../src/query/client/answer-schemas.generated.js').AnswerSchema} */
function reduce({ $ref, anyOf, type = [], enum: values, items, required = [], properties }) {
  if ($ref !== undefined) return $ref.slice(start.length);
  if (anyOf !== undefined) return { anyOf: anyOf.map(reduce) };
  if (values !== undefined) return { enum: values };
  if (items !== undefined) return { items: reduce(items) };
  if (properties === undefined) return [type].flat().join();
  const names = Object.keys(properties);
  // The first field that is missing is told by this order.
  if (names.filter((name) => required.includes(name)).join() !== required.join())
    throw new Error(`required in another order: ${required.join()}`);
  return {
    properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, reduce(field)])),
    ...(names.length === required.length
      ? {}
      : { optional: names.filter((name) => !required.includes(name)) }),
  };
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

/** @param {Schema} schema @returns {string} */
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
