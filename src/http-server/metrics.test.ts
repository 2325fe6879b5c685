import { expect, test } from 'vitest';
import { Metrics } from './metrics.js';

const assets = { route: 'assets', token: null, type: null };

test('requests are counted by route, status, type of failure and token, and their time is summed by route', () => {
  const metrics = new Metrics();
  metrics.count(assets, { status: 200, durationMs: 4 });
  metrics.count(assets, { status: 200, durationMs: 60 });
  metrics.count({ ...assets, token: 'ci' }, { status: 200, durationMs: 1 });
  metrics.count({ ...assets, route: null }, { status: 404, durationMs: 1 });
  const holders = { route: 'holders', token: 'ci', type: null };
  metrics.count(holders, { status: null, durationMs: 60_000 });
  metrics.count({ ...holders, type: 'snapshot-building' }, { status: 503, durationMs: 1 });
  metrics.inFlight = 3;
  const lines = metrics.render().split('\n');
  for (const line of lines)
    expect(line).toMatch(/^(|# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [\d.]+)$/);
  expect(lines).toEqual(
    expect.arrayContaining([
      'http_requests_total{route="assets",status="200"} 2',
      'http_requests_total{route="assets",status="200",token="ci"} 1',
      'http_requests_total{route="none",status="404"} 1',
      'http_requests_total{route="holders",status="gone",token="ci"} 1',
      'http_requests_total{route="holders",status="503",type="snapshot-building",token="ci"} 1',
      'http_request_duration_seconds_bucket{route="assets",le="0.005"} 2',
      'http_request_duration_seconds_bucket{route="assets",le="0.1"} 3',
      'http_request_duration_seconds_bucket{route="holders",le="30"} 1',
      'http_request_duration_seconds_bucket{route="holders",le="+Inf"} 2',
      'http_request_duration_seconds_sum{route="assets"} 0.065',
      'http_request_duration_seconds_count{route="assets"} 3',
      'http_requests_in_flight 3',
    ]),
  );
});

test('each family has one head', () => {
  const metrics = new Metrics();
  for (const route of ['a', 'b']) metrics.count({ ...assets, route }, { status: 200, durationMs: 1 });
  const types = metrics.render().match(/^# TYPE .*$/gm) ?? [];
  expect(types.length).toBe(4);
  expect(new Set(types).size).toBe(4);
});

test("a token's name is any text of the operator, and is escaped", () => {
  const metrics = new Metrics();
  metrics.count({ ...assets, token: 'a"b\\c\nd' }, { status: 200, durationMs: 1 });
  expect(metrics.render()).toContain(String.raw`,token="a\"b\\c\nd"} 1`);
});
