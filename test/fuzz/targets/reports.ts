import assert from 'node:assert/strict';
import { XmlDocument } from 'libxml2-wasm';
import { getCheck } from '../../../src/checks/index.js';
import { mergeReports } from '../../../src/engine/merge.js';
import { parseReport } from '../../../src/cli/merge.js';
import { rules } from '../../../src/engine/rule-catalogue.js';
import type { EndpointReport, Report } from '../../../src/model/report.js';
import { render, reporterNames } from '../../../src/reporters/index.js';
import { live } from '../../support/histories.js';
import {
  endpoint as sampleEndpoint,
  file,
  finding,
  report,
  requireValid,
  text,
} from '../../support/report-samples.js';
import type { Target } from './target.js';

const { noFacts } = getCheck('evm');
const endpoint = (otherwise: Partial<EndpointReport> = {}) =>
  sampleEndpoint({ facts: { ...noFacts, chainId: 2222, blockHeight: 16 }, ...otherwise });

const samples: readonly Report[] = [
  report([endpoint()], [finding()]),
  report(
    [
      endpoint({ verdict: 'pass', history: live('PPFM') }),
      endpoint({ pointer: '/evm_rpc_endpoint/1', line: 4, verdict: 'skipped', skipReason: 'excluded: a' }),
      endpoint({ file: null, pointer: null, line: null, column: null, chain: null, verdict: 'inconclusive' }),
    ],
    [
      finding({ endpoint: 2, severity: 'notice', rule: 'net/rate-limited', data: { retryAfterMs: null } }),
      finding({
        endpoint: null,
        fix: { edits: [{ offset: 3, length: 1, text: 'a' }] },
        baselineState: 'new',
      }),
    ],
  ),
  { ...report([endpoint()], []), scope: { network: true, only: ['evm'], since: 'main', shard: '1/2' } },
];

for (const sample of samples) requireValid(sample);

/** Reports that `merge` reads: accepted ones match the schema, and every reporter renders them. */
export const reportTarget: Target = {
  name: 'report',
  longest: 12_000,
  seeds: samples.map((sample) => JSON.stringify(sample)),
  check: async (input) => {
    const parsed = parseReport(input);
    if (typeof parsed === 'string') {
      assert.notEqual(parsed, '');
      return;
    }
    requireValid(parsed);
    for (const name of reporterNames) {
      const rendered = await render(parsed, name, { rules, texts: new Map([[file, text]]) });
      if (typeof rendered === 'string') checkForm(name, rendered);
    }
    const merged = mergeReports([parsed]);
    requireValid(JSON.parse(JSON.stringify(merged)));
    const again = mergeReports([merged]);
    assert.deepEqual(again, merged, 'merged twice is not merged once');
    const parts = [0, 1].map((rest) => takePart(parsed, rest));
    const joined = mergeReports(parts);
    const isListed = parsed.endpoints.every(({ file: path }) => path !== null);
    if (isListed && parsed.scope.shard === null) {
      assert.deepEqual(sort(joined.endpoints), sort(merged.endpoints), 'the parts are not the whole');
      assert.deepEqual(joined.summary, merged.summary, 'the parts count otherwise');
    }
  },
};

function sort(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(value)).sort();
}

/** Every second entry of a report, by its place. */
function takePart(whole: Report, rest: number): Report {
  const keyOf = (index: number | null) => {
    const { file: path, kind, pointer } = whole.endpoints[index ?? -1] ?? {};
    return JSON.stringify([path, kind, pointer]).length % 2;
  };
  const selected = whole.endpoints.flatMap((_, index) => (keyOf(index) === rest ? [index] : []));
  const findings = whole.findings.flatMap((finding) => {
    if (finding.endpoint === null) return rest === 0 ? [finding] : [];
    const at = selected.indexOf(finding.endpoint);
    return at < 0 ? [] : [{ ...finding, endpoint: at }];
  });
  const endpoints = selected.flatMap((index) => whole.endpoints[index] ?? []);
  return { ...whole, endpoints, findings };
}

function checkForm(name: string, rendered: string): void {
  if (['json', 'sarif', 'codequality', 'list', 'rdjson'].includes(name)) JSON.parse(rendered);
  if (name === 'junit' || name === 'html')
    XmlDocument.fromString(rendered.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '<$1></$1>')).dispose();
  if (name === 'openmetrics') {
    const lines = rendered.split('\n');
    assert.equal(lines.at(-2), '# EOF');
    for (const line of lines.slice(0, -2))
      assert.match(
        line,
        /^(?:# (?:HELP|TYPE|UNIT) \w+ .+|\w+(?:\{(?:\w+="(?:[^"\\]|\\["\\n])*",?)+\})? (?:[-+\d.e]+|NaN|[+-]Inf))$/,
        'no line of OpenMetrics',
      );
    const series = lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/ \S+$/, ''));
    assert.equal(new Set(series).size, series.length, 'a series is there twice');
  }
  if (name === 'github') {
    for (const line of rendered.split('\n').filter((text) => text.startsWith('::')))
      assert.match(line, /^::(?:error|warning|notice) (?:\w+=[^,:]*,?)+::[^\r\n]*$/, 'no command');
  }
  if (name === 'markdown') assert.ok(Buffer.byteLength(rendered) < 1 << 20);
}
