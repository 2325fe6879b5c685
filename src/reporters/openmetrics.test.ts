import { describe, expect, test } from 'vitest';
import { endpoint, finding, report } from '../../test/support/report-samples.js';
import { renderOpenmetrics } from './openmetrics.js';

test('a report, the run first', () => {
  const sample = report(
    [
      endpoint({ verdict: 'pass' }),
      endpoint({ kind: 'grpc', provider: null, verdict: 'skipped', attempts: 0 }),
    ],
    [finding({ severity: 'warning', endpoint: null })],
  );
  const at =
    'chain="kava",kind="evm",provider="Kava",target="https://evm.example.com",file="chain/kava/param.json"';
  const skipped = at.replace('evm"', 'grpc"').replace('"Kava"', '""');
  expect(renderOpenmetrics(sample))
    .toBe(`# HELP endpoint_check_run_timestamp_seconds When the run began, in unix seconds.
# TYPE endpoint_check_run_timestamp_seconds gauge
# UNIT endpoint_check_run_timestamp_seconds seconds
endpoint_check_run_timestamp_seconds 1767225600
# HELP endpoint_check_run_duration_seconds How long the run took.
# TYPE endpoint_check_run_duration_seconds gauge
# UNIT endpoint_check_run_duration_seconds seconds
endpoint_check_run_duration_seconds 1.234
# HELP endpoint_check_endpoints Endpoints of the run by verdict.
# TYPE endpoint_check_endpoints gauge
endpoint_check_endpoints{verdict="pass"} 1
endpoint_check_endpoints{verdict="inconclusive"} 0
endpoint_check_endpoints{verdict="skipped"} 1
endpoint_check_endpoints{verdict="invalid"} 0
endpoint_check_endpoints{verdict="fail"} 0
# HELP endpoint_check_findings Findings of the run by severity, those about whole files included.
# TYPE endpoint_check_findings gauge
endpoint_check_findings{severity="error"} 0
endpoint_check_findings{severity="warning"} 1
endpoint_check_findings{severity="notice"} 0
# HELP probe_success Whether the verdict is pass. 0 includes inconclusive: alert on endpoint_check_verdict.
# TYPE probe_success gauge
probe_success{${at}} 1
# HELP probe_duration_seconds Time from the first attempt to the verdict, waits between retries included.
# TYPE probe_duration_seconds gauge
# UNIT probe_duration_seconds seconds
probe_duration_seconds{${at}} 0.0416
# HELP endpoint_check_verdict The verdict: 1 for the one that it is, 0 for the others.
# TYPE endpoint_check_verdict gauge
endpoint_check_verdict{${at},verdict="pass"} 1
endpoint_check_verdict{${at},verdict="inconclusive"} 0
endpoint_check_verdict{${at},verdict="skipped"} 0
endpoint_check_verdict{${at},verdict="invalid"} 0
endpoint_check_verdict{${at},verdict="fail"} 0
endpoint_check_verdict{${skipped},verdict="pass"} 0
endpoint_check_verdict{${skipped},verdict="inconclusive"} 0
endpoint_check_verdict{${skipped},verdict="skipped"} 1
endpoint_check_verdict{${skipped},verdict="invalid"} 0
endpoint_check_verdict{${skipped},verdict="fail"} 0
# HELP endpoint_check_block_height The latest block that the endpoint reported.
# TYPE endpoint_check_block_height gauge
endpoint_check_block_height{${at}} 16
# HELP endpoint_check_chain_id The chain id that the endpoint reported, as a label. Always 1.
# TYPE endpoint_check_chain_id gauge
endpoint_check_chain_id{${at},chain_id="2222"} 1
# EOF
`);
});

/** The labels of the series of one metric. */
function listSeries(...urls: readonly string[]): string[] {
  const text = renderOpenmetrics(report(urls.map((url) => endpoint({ url, verdict: 'pass' }))));
  return [
    ...text.matchAll(/^probe_success\{.*?target="([^"]*)",file="[^"]*"(?:,duplicate="(\d+)")?\} 1$/gm),
  ].map(([, target = '', duplicate = '']) => `${target} ${duplicate}`.trim());
}

describe('each series is unique', () => {
  test.each([
    [
      'listed twice',
      ['https://a.example', 'https://b.example', 'https://a.example'],
      ['https://a.example', 'https://b.example', 'https://a.example 2'],
    ],
    [
      'other in nothing but the key',
      ['https://a.example/v1/0a1b2c3d4e5f6071', 'https://a.example/v1/1a1b2c3d4e5f6071'],
      ['https://a.example/v1/****************', 'https://a.example/v1/**************** 2'],
    ],
    [
      'alike as far as they are shown',
      [1, 2, 3].map((end) => `https://a.example/${'a/'.repeat(200)}${end}`),
      ['', ' 2', ' 3'].map((end) => `https://a.example/${'a/'.repeat(141)}…${end}`),
    ],
  ])('%s', (_, urls, series) => {
    expect(listSeries(...urls)).toEqual(series);
  });
});
