import { Validator } from '@seriousme/openapi-schema-validator';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../src/query/routes.js';

const description = JSON.parse(readFileSync('schemas/query-api.openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get: { readonly operationId: string } }>>;
};

describe('the description of the query API', () => {
  test('is OpenAPI', async () => {
    expect(await new Validator().validate(structuredClone(description))).toEqual({ valid: true });
  });

  test('a parameter that is misplaced is found', async () => {
    const broken = structuredClone(description);
    Object.assign(broken.paths['/v1/{network}/assets']?.get ?? {}, {
      parameters: [{ name: 'a', in: 'body' }],
    });
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  test('has every route, and what stands beside them', () => {
    const described = Object.entries(description.paths).map(([path, { get }]) => [get.operationId, path]);
    expect(described).toEqual([
      ...routes.map(({ name, path }) => [name, path]),
      ['healthz', '/healthz'],
      ['openapi', '/openapi.json'],
      ['metrics', '/metrics'],
    ]);
  });
});
