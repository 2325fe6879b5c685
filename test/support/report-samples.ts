import { readFileSync } from 'node:fs';
import { Ajv, type SchemaObject } from 'ajv';
import type { Entry } from '../../src/model/entry.js';
import type { Finding } from '../../src/model/finding.js';
import { nowhere } from '../../src/model/place.js';
import type { EndpointReport, Report, Summary } from '../../src/model/report.js';
import type { RenderOptions } from '../../src/reporters/reporter.js';
import { type ReporterName, reporterRows, type ReporterThatWrites } from '../../src/reporters/index.js';

export const file = 'chain/kava/param.json';
export const text =
  '{\n  "evm_rpc_endpoint": [\n    { "provider": "Kava", "url": "https://evm.example.com" }\n  ]\n}\n';
export const plain: RenderOptions = {
  color: false,
  columns: 80,
  detail: 'normal',
  texts: new Map(),
  pathPrefix: '',
  rules: [],
  scope: null,
  ownChanges: null,
  registry: null,
  changes: [],
  require: [],
};

/** An entry that is not in a file. */
export const entry: Entry = {
  chain: 'kava',
  kind: 'evm',
  place: nowhere,
  urlPlace: nowhere,
  claimPlace: null,
  chainStatus: 'live',
  skipReason: null,
  provider: 'Kava',
  url: 'https://evm.example.com',
  target: null,
  claim: null,
};

export function endpoint(otherwise: Partial<EndpointReport> = {}): EndpointReport {
  return {
    file,
    chain: 'kava',
    chainStatus: 'live',
    kind: 'evm',
    pointer: '/evm_rpc_endpoint/0',
    line: 3,
    column: 5,
    provider: 'Kava',
    url: 'https://evm.example.com',
    verdict: 'fail',
    skipReason: null,
    attempts: 1,
    durationMs: 41.6,
    claim: null,
    facts: { chainId: 2222, blockHeight: 16, address: null },
    history: null,
    ...otherwise,
  };
}

export function finding(otherwise: Partial<Finding> = {}): Finding {
  return {
    rule: 'net/refused',
    severity: 'error',
    message: 'nothing listens at 192.0.43.8:443: the connection was refused',
    hint: 'start the node',
    fix: null,
    file,
    pointer: '/evm_rpc_endpoint/0/url',
    line: 3,
    column: 34,
    endLine: 3,
    endColumn: 59,
    endpoint: 0,
    baselineState: null,
    data: {},
    ...otherwise,
  };
}

export function report(
  endpoints: readonly EndpointReport[],
  findings: readonly Finding[] = [],
  files = [file],
): Report {
  const verdicts = (verdict: string) => endpoints.filter((item) => item.verdict === verdict).length;
  const severities = (severity: string) => findings.filter((item) => item.severity === severity).length;
  const summary: Summary = {
    files: files.length,
    endpoints: endpoints.length,
    passed: verdicts('pass') + verdicts('ok'),
    failed: verdicts('fail'),
    invalid: verdicts('invalid'),
    inconclusive: verdicts('inconclusive'),
    skipped: verdicts('skipped'),
    errors: severities('error'),
    warnings: severities('warning'),
    notices: severities('notice'),
  };
  return {
    version: 1,
    tool: { name: 'endpoint-check', version: '0.0.0' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1_234,
    interrupted: false,
    scope: { network: true, only: null, since: null, shard: null },
    changes: null,
    removed: [],
    summary,
    files: files.map((path) => ({ path, chain: null, format: 'chainlist' })),
    endpoints,
    findings,
  };
}

const schema = JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as SchemaObject;
const validate = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
}).compile<Report>(schema);

/** Returns a report that the schema accepts; throws with the errors for any other value. */
export function requireValid(report: unknown): Report {
  if (validate(report)) return report;
  throw new Error(`not a report: ${JSON.stringify(validate.errors, null, 2)}`);
}

/** The reporters that write a text with this part of findings. */
export function listTextReporters(
  ...has: readonly (typeof reporterRows)[ReporterName]['has'][]
): ReporterThatWrites<'text'>[] {
  const names = Object.keys(reporterRows) as ReporterName[];
  return names.filter(
    (name): name is ReporterThatWrites<'text'> =>
      reporterRows[name].writes === 'text' && has.includes(reporterRows[name].has),
  );
}
