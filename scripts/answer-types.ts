// The types of the query API's answers and their schemas, from the description of the API.
import type { AnswerSchema } from '../src/query/client/answer-schemas.generated.js';
import { prettify } from './pages.js';
import { isRoute, type OpenApi } from './query-api.js';
import { nameOf, writeType, type Schema } from './schema-types.js';

const head = '// From schemas/query-api.openapi.json: npm run generate\n';

/** The answers as TypeScript: a type for each schema, and the answers by route. */
export function declareAnswers(openApi: OpenApi) {
  const types = listSchemas(openApi).map(([name, schema]) => {
    return `/** ${schema.description} */\nexport interface ${name} ${writeType(schema)}\n`;
  });
  const answers = listAnswers(openApi).map(
    ({ name, summary, schema }) => `  /** ${summary} */\n  readonly ${name}: ${writeType(schema)};\n`,
  );
  const names = listAnswers(openApi).map(({ name }) => `\n  | '${name}'`);
  const declared = `${head}
${types.join('\n')}
/** What the routes answer, by the client's methods. */
export interface Answers {
${answers.join('')}}

/** The client's methods. */
export type RouteName =${names.join('')};
`;
  return prettify('src/query/client/answers.ts', declared);
}

/** The schemas of answers as data, without what is for readers. */
export function tabulateAnswers(openApi: OpenApi) {
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

function reduce({
  $ref,
  anyOf,
  type = [],
  enum: values,
  items,
  required = [],
  properties,
}: Schema): AnswerSchema {
  if ($ref !== undefined) return nameOf($ref);
  if (anyOf !== undefined) return { anyOf: anyOf.map(reduce) };
  if (values !== undefined) return { enum: values.filter((value) => value !== null) };
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

/** The schemas of answers: that of errors is not among them. */
function listSchemas({ components }: OpenApi): readonly (readonly [name: string, schema: Schema])[] {
  return Object.entries(components.schemas).filter(([name]) => name !== 'Problem');
}

/** The answers of the routes, by the client's methods. */
function listAnswers({ paths }: OpenApi): readonly { name: string; summary: string; schema: Schema }[] {
  const routes = Object.entries(paths).filter(([path]) => isRoute(path));
  return routes.map(([, { get }]) => {
    const { schema } = get.responses[200].content['application/json'];
    return { name: get.operationId, summary: get.summary, schema };
  });
}
