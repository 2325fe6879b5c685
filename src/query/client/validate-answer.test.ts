import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { answerExamples } from '../../../test/support/answer-examples.js';
import { routes } from './routes.js';
import { findAnswerError } from './validate-answer.js';
import { createClient, fail } from '../../../test/support/query-service.js';
import { json, serve } from '../../../test/support/web-servers.js';
import type { HoldersPage } from './index.js';

/** The part of schemas/query-api.openapi.json that describes answers. */
interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: object;
}
interface Operation {
  readonly operationId: string;
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { schema: object }>> } };
}

const openApi = JSON.parse(readFileSync('schemas/query-api.openapi.json', 'utf8')) as OpenApi;
const ajv = new Ajv({ strict: true, allowUnionTypes: true });
ajv.addVocabulary(['components']);
const asset = { denom: 'ukava', symbol: 'KAVA', decimals: 6 };
const token = { address: '0x1', symbol: 'USDt' };
const examples: Readonly<Record<string, readonly unknown[]>> = {
  assets: [[asset]],
  asset: [asset],
  erc20Assets: [[token]],
  erc20Asset: [token],
  cw20Assets: [[token]],
  cw20Asset: [token],
  ...answerExamples,
};

/** A validator of another make, of the same description. */
function compile(name: string): ValidateFunction {
  const { get } = Object.values(openApi.paths).find((path) => path.get.operationId === name) ?? {};
  const schema = get?.responses[200].content['application/json']?.schema;
  return ajv.compile({ ...schema, components: openApi.components });
}

/** The value, and all that it becomes if one value in it is missing or another one. */
function* vary(value: unknown): Generator {
  yield value;
  yield* [undefined, null, true, 'text', 7, 1.5, Infinity, [], {}];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    for (const varied of vary(field)) {
      const copy = structuredClone(value);
      Object.assign(copy, { [key]: varied });
      yield copy;
    }
  }
}

test.each(routes.map(({ name }) => name))('%s: the first error is that of the OpenAPI document', (name) => {
  const validate = compile(name);
  const found = new Set<string | null>();
  for (const answer of (examples[name] ?? []).flatMap((example) => [...vary(example)])) {
    validate(answer);
    const [error] = validate.errors ?? [];
    const pointer = error?.instancePath === '' ? 'the answer' : error?.instancePath;
    const expected = error === undefined ? null : `${pointer} ${error.message}`;
    expect(findAnswerError(name, answer), JSON.stringify(answer)).toBe(expected);
    found.add(expected);
  }
  expect(found.size).toBeGreaterThan(4);
});

const [page] = answerExamples.holders;

async function serveHolders(answer: unknown) {
  const { origin } = await serve(json(answer));
  const read = (validateAnswers: boolean) =>
    createClient(origin, { validateAnswers }).holders('kava', { denom: 'ukava' });
  return read;
}

describe('answers', () => {
  test('are typed', async () => {
    const read = await serveHolders(page);
    const { holders, asOf }: HoldersPage = await read(false);
    const [first] = holders;
    expect([first?.address, asOf.height]).toEqual(['kava1example', 1_048_577]);
    // @ts-expect-error: there is no such field.
    expect(first?.balance).toBeUndefined();
  });

  test('are not checked by default, since services differ', async () => {
    const read = await serveHolders([{ owner: 'kava1' }]);
    expect(await read(false)).toEqual([{ owner: 'kava1' }]);
  });

  test('keep fields that the schema does not name', async () => {
    const more = { ...page, more: [1], holders: [{ ...page.holders[0], label: 'a' }] };
    expect(await (await serveHolders(more))(true)).toEqual(more);
  });

  test('are refused if a field has another type and validateAnswers is set', async () => {
    const answer = { ...page, holders: [{ address: 'a', amount: 1 }] };
    const error = await fail((await serveHolders(answer))(true));
    expect(error).toMatchObject({ reason: 'invalid-answer', status: 200, body: JSON.stringify(answer) });
    const detail = '/holders/0/amount must be string';
    expect(error.errors).toEqual([detail]);
    expect(error.message).toBe(`holders: the answer does not match the OpenAPI schema: ${detail}`);
  });

  test('an error of the schema repeats no token', async () => {
    const error = await fail((await serveHolders({ ...page, limit: 'secret-token' }))(true));
    expect(error).toMatchObject({ reason: 'invalid-answer', errors: ['/limit must be integer'] });
  });
});
