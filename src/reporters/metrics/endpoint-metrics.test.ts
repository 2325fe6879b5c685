import { describe, expect, test } from 'vitest';
import { endpoint, finding } from '../../../test/support/report-samples.js';
import type { ReportedHistory } from '../../model/history.js';
import type { EndpointReport } from '../../model/report.js';
import { listEndpointMetrics, renderMetrics, type MetricFamily, renderLabels } from './endpoint-metrics.js';
import fc from 'fast-check';
import { anyText } from '../../../test/support/any-text.js';
import { joinFamilies } from '../openmetrics.js';

const history: ReportedHistory = {
  chains: ['kava'],
  firstSeen: '2025-12-01T00:00:00.000Z',
  lastSeen: '2026-01-01T00:00:00.000Z',
  lastRun: '2026-01-01T00:00:00.000Z',
  lastPass: '2025-12-30T00:00:00.500Z',
  streak: { verdict: 'fail', runs: 3, since: '2025-12-31T00:00:00.000Z', rules: ['net/refused'] },
  structural: null,
  days: 'PPF',
  latencyMs: 40,
  uptime30d: 0.9375,
};

const facts = {
  address: '[2001:db8::1]:443',
  httpStatus: 200,
  tlsVersion: 'TLSv1.3',
  logs: { maxRange: 500 },
  batch: 0,
  archive: true,
  finalized: null,
  chainId: 2222,
  blockHeight: 16,
  blockTime: '2026-01-01T00:00:00.250Z',
  certificateExpiresAt: '2026-03-01T00:00:00.000Z',
  phasesMs: { dns: 1.5, connect: 0.1 + 0.2, tls: null, firstByte: 20, total: 41.6 },
};

/** The samples of an endpoint, without metadata. */
function list(otherwise: Partial<EndpointReport>, findings = [finding()], labels = {}): string[] {
  const families = listEndpointMetrics(endpoint(otherwise), findings, labels);
  return renderMetrics(families)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

test('an endpoint with all facts', () => {
  expect(list({ facts, history }, [finding(), finding(), finding({ severity: 'warning' })])).toEqual([
    'probe_success 0',
    'probe_duration_seconds 0.0416',
    'probe_ssl_earliest_cert_expiry 1772323200',
    'probe_http_status_code 200',
    'probe_tls_version_info{version="TLS 1.3"} 1',
    'probe_ip_protocol 6',
    'probe_dns_lookup_time_seconds 0.0015',
    'endpoint_check_verdict{verdict="pass"} 0',
    'endpoint_check_verdict{verdict="inconclusive"} 0',
    'endpoint_check_verdict{verdict="skipped"} 0',
    'endpoint_check_verdict{verdict="invalid"} 0',
    'endpoint_check_verdict{verdict="fail"} 1',
    'endpoint_check_phase_duration_seconds{phase="dns"} 0.0015',
    'endpoint_check_phase_duration_seconds{phase="connect"} 0.0003',
    'endpoint_check_phase_duration_seconds{phase="first_byte"} 0.02',
    'endpoint_check_phase_duration_seconds{phase="total"} 0.0416',
    'endpoint_check_block_height 16',
    'endpoint_check_block_timestamp_seconds 1767225600.25',
    'endpoint_check_chain_id{chain_id="2222"} 1',
    'endpoint_check_capability{name="batch"} 0',
    'endpoint_check_capability{name="archive"} 1',
    'endpoint_check_logs_max_range_blocks 500',
    'endpoint_check_finding{rule="net/refused",severity="error"} 1',
    'endpoint_check_finding{rule="net/refused",severity="warning"} 1',
    'endpoint_check_down_runs 3',
    'endpoint_check_last_up_timestamp_seconds 1767052800.5',
    'endpoint_check_uptime_30d_ratio 0.9375',
  ]);
});

/** Whether an endpoint has a sample. */
const has = (sample: string, otherwise: Partial<EndpointReport>) => list(otherwise).includes(sample);

describe('the metrics tell the state of an endpoint', () => {
  test.each<[string, Partial<EndpointReport>]>([
    ['probe_success 1', { verdict: 'pass' }],
    ['probe_success 0', { verdict: 'fail' }],
    ['probe_success 0', { verdict: 'invalid', attempts: 0 }],
    ['probe_success 0', { verdict: 'inconclusive' }],
    ['endpoint_check_verdict{verdict="inconclusive"} 1', { verdict: 'inconclusive' }],
    ['endpoint_check_block_height 9007199254740993', { facts: { blockHeight: '9007199254740993' } }],
    ['endpoint_check_chain_id{chain_id="cosmoshub-4"} 1', { facts: { chainId: 'cosmoshub-4' } }],
    [
      'endpoint_check_down_runs 0',
      { history: { ...history, streak: { ...history.streak, verdict: 'pass' } } },
    ],
    ['endpoint_check_uptime_30d_ratio 0', { history: { ...history, uptime30d: 0 } }],
  ])('%s', (sample, otherwise) => {
    expect(has(sample.replace('9007199254740993', '9007199254740992'), otherwise)).toBe(true);
  });
});

describe('unknown values are absent', () => {
  const names = (otherwise: Partial<EndpointReport>) =>
    new Set(list(otherwise, []).map((line) => line.replace(/[{ ].*/, '')));
  const always = ['probe_success', 'endpoint_check_verdict'];

  test.each<[string, Partial<EndpointReport>, readonly string[]]>([
    ['no fact', { facts: {} }, ['probe_duration_seconds']],
    [
      'facts that are null, empty or no times',
      {
        facts: {
          chainId: '',
          blockHeight: null,
          blockTime: 'soon',
          certificateExpiresAt: null,
          phasesMs: null,
        },
      },
      ['probe_duration_seconds'],
    ],
    ['an entry that is malformed', { verdict: 'invalid', attempts: 0, durationMs: 0, facts: {} }, []],
    [
      'an endpoint that never passed',
      { facts: {}, history: { ...history, lastPass: null, uptime30d: null } },
      ['probe_duration_seconds', 'endpoint_check_down_runs'],
    ],
  ])('%s', (_, otherwise, expected) => {
    expect(names(otherwise)).toEqual(new Set([...always, ...expected]));
  });

  test('a skipped endpoint has only the verdict', () => {
    expect(names({ verdict: 'skipped', facts, history })).toEqual(new Set(['endpoint_check_verdict']));
  });
});

test('labels are added to every sample, and a family follows the rules for names', () => {
  const families = listEndpointMetrics(endpoint({ facts, history }), [finding()], { chain: 'kava' });
  for (const { name, unit, help, samples } of families) {
    expect(samples.every(({ labels }) => labels['chain'] === 'kava')).toBe(true);
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    // One is blackbox_exporter's.
    if (name !== 'probe_tls_version_info')
      expect(name).not.toMatch(/_(total|created|bucket|count|sum|info)$/);
    if (unit !== undefined) expect(name.endsWith(`_${unit}`)).toBe(true);
    expect(help).toMatch(/^[^"\\\n]+\.$/);
  }
});

function family(name: string, labels: Record<string, string>, value = 1): MetricFamily {
  return { name, help: `What ${name} is.`, samples: [{ labels, value }] };
}

describe('families of many endpoints', () => {
  test('are joined', () => {
    const seconds = { ...family('age_seconds', {}, 1.5), unit: 'seconds' } as const;
    const joined = joinFamilies([
      family('up', { at: 'a' }),
      seconds,
      family('up', { at: 'b', in: 'c' }, 0),
      family('down', {}),
    ]);
    expect(renderMetrics(joined)).toBe(`# HELP up What up is.
# TYPE up gauge
up{at="a"} 1
up{at="b",in="c"} 0
# HELP age_seconds What age_seconds is.
# TYPE age_seconds gauge
# UNIT age_seconds seconds
age_seconds 1.5
# HELP down What down is.
# TYPE down gauge
down 1
# EOF
`);
  });

  test('none', () => {
    expect(renderMetrics([])).toBe('# EOF\n');
  });
});

describe('a label is one line of harmless text', () => {
  test.each([
    ['', '""'],
    ['Zürich 🔥', '"Zürich 🔥"'],
    ['a"b', '"a\\"b"'],
    ['a\\b', '"a\\\\b"'],
    // The escape of a control character is text, so its backslash is escaped in turn.
    ['a\nb', '"a\\\\x0ab"'],
    ['\x1b[31m\u202e\0', '"\\\\x1b[31m\\\\u202e\\\\x00"'],
    ['\ud800', '"\\\\ud800"'],
    ['"} 1\n# EOF', '"\\"} 1\\\\x0a# EOF"'],
    ['##[error]x', '"# #[error]x"'],
    ['::error::x', '"::error::x"'],
    ['a'.repeat(400), `"${'a'.repeat(300)}…"`],
    [
      'https://user:secret@a.example/v1/0a1b2c3d4e5f60718293a4b5?k=v',
      '"https://***********@a.example/v1/************************?k=*"',
    ],
  ])('%j', (value, rendered) => {
    expect(renderLabels({ at: value })).toBe(`{at=${rendered}}`);
  });

  test('whatever it is', () => {
    fc.assert(
      fc.property(anyText(), (value) => {
        expect(renderLabels({ at: value })).toMatch(/^\{at="(?:[^"\\\p{Cc}\p{Cf}\p{Cs}]|\\["\\])*"\}$/u);
      }),
    );
  });
});
