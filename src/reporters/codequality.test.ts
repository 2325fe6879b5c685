import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { goldenReports } from '../../test/support/golden-reports.js';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import type { Report } from '../model/report.js';
import { render as renderCodequality } from './codequality.js';
import { render as renderSarif } from './sarif.js';

/** The fields that docs.gitlab.com/ci/testing/code_quality lists under "Code Quality report format". */
const validate = new Ajv({ allErrors: true }).compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    additionalProperties: false,
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        additionalProperties: false,
        properties: {
          path: { type: 'string', minLength: 1, not: { pattern: '^/' } },
          lines: {
            type: 'object',
            required: ['begin'],
            additionalProperties: false,
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
});

interface Entry {
  readonly description: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** The entries of a report, which the schema has accepted. */
function read(shown: Report, pathPrefix = ''): Entry[] {
  const entries = JSON.parse(renderCodequality(shown, { ...plain, pathPrefix })) as Entry[];
  expect(validate(entries) ? [] : validate.errors).toEqual([]);
  return entries;
}

test.each(goldenReports)('the schema accepts the entries of $name', ({ report, options }) => {
  expect(validate(JSON.parse(renderCodequality(report, options))) ? [] : validate.errors).toEqual([]);
});

test('a finding about a whole file is at its first line', () => {
  const [entry] = read(report([], [finding({ endpoint: null, line: null })]));
  expect(entry?.location).toEqual({ path: file, lines: { begin: 1 } });
});

// sarif.test.ts has what they are.
test('fingerprints are those of SARIF', () => {
  const same = report([endpoint()], [finding(), finding(), finding({ rule: 'net/reset' })]);
  const sarif = JSON.parse(renderSarif(same, plain)) as {
    readonly runs: readonly { readonly results: readonly { readonly partialFingerprints: object }[] }[];
  };
  expect(read(same).map(({ fingerprint }) => ({ primaryLocationLineHash: fingerprint }))).toEqual(
    sarif.runs[0]?.results.map(({ partialFingerprints }) => partialFingerprints),
  );
});

test('untrusted text is harmless', () => {
  const untrusted = '##[x]\x1b\u202e\ud800 https://a.example/?k=secret';
  const shown = renderCodequality(
    report([endpoint()], [finding({ message: untrusted, hint: untrusted, file: untrusted })]),
    plain,
  );
  expect(shown).not.toMatch(/##\[|[\x1b\u202e]/);
  const [entry] = JSON.parse(shown) as Entry[];
  expect(entry?.description).toContain(String.raw`\x1b\u202e\ud800 https://a.example/?k=******`);
  expect(entry?.description).not.toContain('secret');
  expect(entry?.location.path).toContain('\ufffd');
});
