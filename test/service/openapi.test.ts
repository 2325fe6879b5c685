import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv, type SchemaObject } from 'ajv';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../../src/query/client/routes.js';
import { answerExamples } from '../support/answer-examples.js';

interface Operation {
  readonly operationId: string;
  readonly responses: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema: SchemaObject }>> };
  };
}

const description = JSON.parse(readFileSync('schemas/query-api.openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: object;
};

describe('the description of the query API', () => {
  test('is OpenAPI', async () => {
    expect(await new Validator().validate(structuredClone(description))).toEqual({ valid: true });
  });

  test('a misplaced parameter is found', async () => {
    const broken = structuredClone(description);
    Object.assign(broken.paths['/v1/{network}/assets']?.get ?? {}, {
      parameters: [{ name: 'a', in: 'body' }],
    });
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  test('has every route, and the paths of the service itself', () => {
    const described = Object.entries(description.paths).map(([path, { get }]) => [get.operationId, path]);
    expect(described).toEqual([
      ...routes.map(({ name, path }) => [name, path]),
      ['healthz', '/healthz'],
      ['readyz', '/readyz'],
      ['openapi', '/openapi.json'],
      ['metrics', '/metrics'],
    ]);
  });

  test.each(Object.entries(answerExamples))('tells for %s which fields may be null', (name, examples) => {
    const path = routes.find((route) => route.name === name)?.path ?? '';
    const schema = description.paths[path]?.get.responses[200].content['application/json']?.schema ?? {};
    const { components } = description;
    const ajv = new Ajv({ strict: true, allowUnionTypes: true }).addVocabulary(['components']);
    const validate = ajv.compile({ ...schema, components });
    const holds = (value: unknown) => validate(value);
    expect(examples.map(holds)).toEqual([true, true]);
    const all = examples as readonly object[] as readonly Readonly<Record<string, unknown>>[];
    const [example = {}] = all;
    for (const field of Object.keys(example)) {
      const nullable = all.some((answer) => answer[field] === null);
      expect([field, holds({ ...example, [field]: null })]).toEqual([field, nullable]);
      expect([field, holds({ ...example, [field]: undefined })]).toEqual([field, false]);
    }
  });
});
