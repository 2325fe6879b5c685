import { expect, test } from 'vitest';
import { Metrics } from './metrics.js';

test('requests are counted by route and status, and their time is summed', () => {
  const metrics = new Metrics();
  metrics.count('assets', 200, 4);
  metrics.count('assets', 200, 60);
  metrics.count(null, 404, 1);
  metrics.count('holders', null, 60_000);
  metrics.inFlight = 3;
  const lines = metrics.render().split('\n');
  for (const line of lines)
    expect(line).toMatch(/^(|# (HELP|TYPE) .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [\d.]+)$/);
  expect(lines).toEqual(
    expect.arrayContaining([
      'http_requests_total{route="assets",status="200"} 2',
      'http_requests_total{route="none",status="404"} 1',
      'http_requests_total{route="holders",status="gone"} 1',
      'http_request_duration_seconds_bucket{le="0.005"} 2',
      'http_request_duration_seconds_bucket{le="0.1"} 3',
      'http_request_duration_seconds_bucket{le="30"} 3',
      'http_request_duration_seconds_bucket{le="+Inf"} 4',
      'http_request_duration_seconds_sum 60.065',
      'http_request_duration_seconds_count 4',
      'http_requests_in_flight 3',
    ]),
  );
});
