// The client of the query API, with the types of the answers and their schemas, from the description of the API and the table of routes.
import type { RouteName } from '../src/query/client/answers.generated.js';
import type { AnswerSchema } from '../src/query/client/answer-schemas.generated.js';
import { prettify } from './pages.js';
import { isRoute, type OpenApi } from './query-api.js';
import type { Route } from '../src/query/client/route.js';
import { findRoute } from '../src/query/client/routes.js';
import { nameOf, writeType, type Schema } from './json-schema.js';

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

/** The class of the client: a method for each route, and one more for all pages of a list. `paramsFiles` are where the types of parameters are, by these. */
export function declareClient(openApi: OpenApi, paramsFiles: ReadonlyMap<string, string>) {
  const methods = listAnswers(openApi).map(({ name, schema }) => ({
    route: findRoute(name),
    answer: writeType(schema),
  }));
  const [first, ...others] = methods.filter(({ route }) => route.paging !== null);
  if (first === undefined) throw new Error('no route has pages');
  const paged = [
    declarePages(first, describeFirstPages(first.route)),
    ...others.map((method) => declarePages(method, describeOtherPages(method.route, first.route))),
  ];
  const answers = new Set(methods.map(({ answer }) => answer.replace(/^readonly |\[\]$/g, '')));
  const used = methods.flatMap(({ route }) => route.method?.params?.match(/^\w+$/) ?? []);
  const imports = [...paramsFiles].flatMap(([type, file]) =>
    used.includes(type) ? `import type { ${type} } from './${file}';\n` : [],
  );
  const declared = `// From the table of routes and schemas/query-api.openapi.json: npm run generate
import type { ${[...answers].join(', ')} } from './answers.generated.js';
import type { QueryClientOptions } from './caller.js';
import { type CallOptions, ClientCalls } from './client-calls.js';
${imports.join('')}
${classComment}
export class QueryClient {
  readonly #calls: ClientCalls;

  /** Throws a TypeError that names every invalid option. */
  constructor(options: QueryClientOptions) {
    this.#calls = new ClientCalls(options);
  }

${[...methods.map(declareMethod), ...paged].join('\n')}}
`;
  return prettify('src/query/client/client.ts', declared);
}

interface Method {
  readonly route: Route;
  readonly answer: string;
}

const classComment = `/**
 * A client of the query API. Each method calls one route and resolves to the JSON of the answer, typed as the service's OpenAPI document
 * describes it. It rejects with a \`QueryError\` for invalid parameters, before anything is sent, and for anything but JSON with a status of
 * 2xx. The form of an answer is checked only with \`validateAnswers\`: services of another make may answer in other forms.
 */`;

function declareMethod({ route, answer }: Method) {
  const ending = route.paging === null ? '.' : '; one page.';
  const description = route.method?.description ?? route.summary.replace(/\.$/, ending);
  return `/** ${description} */
  ${route.name}${declareArguments(route)}: Promise<${answer}> {
    return this.#calls.call(${passArguments(route)});
  }
`;
}

function declarePages({ route, answer }: Method, comment: string) {
  return `${comment}
  ${route.name}Pages${declareArguments(route)}: AsyncGenerator<${answer}, void, undefined> {
    return this.#calls.pages(${passArguments(route)});
  }
`;
}

function describeFirstPages({ name }: Route) {
  return `/**
   * The pages of \`${name}\`, from the requested page or cursor to the end. If the service gives \`next\`, a string or null, its
   * cursors are followed until it is null; else pages are counted until one is empty. Throws a QueryError as a call does; its reason
   * is \`incomplete\` if the service leaves unknown whether more follows: it repeats a page or a cursor, its records are not recognised,
   * ten pages in a row are empty, or \`next\` is missing after a cursor or longer than 4 KiB. A list that ends without an error is complete. The signal ends the pages also
   * between two calls.
   */`;
}

function describeOtherPages({ name, paging }: Route, first: Route) {
  if (paging?.by === 'pages') return `/** The pages of \`${name}\`, like those of \`${first.name}\`. */`;
  return `/**
   * The pages of \`${name}\`, from the requested offset or cursor, as those of \`${first.name}\`; if the service gives no \`next\`, the
   * records that were received are skipped.
   */`;
}

/** The parameters of the path one by one, those of the query as an object. */
function declareArguments({ parameters, method }: Route) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const declared = inPath.map(({ name, argument = name }) => `${argument}: string`);
  const params = method?.params === undefined ? [] : [`params: ${method.params}`];
  return `(${[...declared, ...params, 'options?: CallOptions'].join(', ')})`;
}

function passArguments({ name, parameters, method }: Route) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const path = inPath.map(({ name: own, argument = own }) =>
    own === argument ? own : `${own}: ${argument}`,
  );
  const params = method?.params === undefined ? [] : ['params'];
  return [`'${name}'`, `{ ${path.join(', ')} }`, 'options', ...params].join(', ');
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
function listAnswers({ paths }: OpenApi): readonly { name: RouteName; summary: string; schema: Schema }[] {
  const routes = Object.entries(paths).filter(([path]) => isRoute(path));
  return routes.map(([, { get }]) => {
    const { schema } = get.responses[200].content['application/json'];
    return { name: get.operationId, summary: get.summary, schema };
  });
}
