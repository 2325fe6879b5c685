import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { findFreePort } from '../support/ports.js';
import { hasPrometheus, runTool, startPrometheus } from '../support/prometheus.js';
import { spawnService, stopInTheEnd } from '../support/spawn-service.js';

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const files = {
  'service-alerts.yml': read('service-alerts.yml'),
  'service-alerts.test.yml': read('service-alerts.test.yml'),
};
const config = read('service-prometheus.yml');

const checkRules = ['promtool', 'check', 'rules', 'service-alerts.yml'];
const testRules = ['promtool', 'test', 'rules', 'service-alerts.test.yml'];

describe.skipIf(!hasPrometheus)('promtool', () => {
  test('accepts deploy/service-alerts.yml, and passes its tests', async () => {
    expect(await runTool(checkRules, files)).toMatchObject({ exitCode: 0 });
    expect(await runTool(testRules, files)).toMatchObject({ exitCode: 0 });
  });

  // Each would be a regression that a change may cause.
  test.each([
    ['a short pause is an outage', 'for: 5m', 'for: 0m'],
    ['a service that is not scraped is up', / or absent\(.*\)/, ''],
    ['a route is lost among the others', /\(job, instance, route\)/g, '(job, instance)'],
    ['what is being read is a failure', '.+-building|', ''],
    ['what does not fit is a failure', '|.*too-large', ''],
    ['all 503 are left out', ',type!~".+-building|.*too-large"', ',status!~"503|507"'],
    ['requests of clients who send nonsense are failures', 'status=~"5.."', 'status!="200"'],
    ['searches are timed as files are', '> 10', '> 0.5'],
    ['files are timed as searches are', '> 0.5', '> 10'],
    ['one failure goes on', '[15m]', '[1h]'],
    ['nodes that do not list holders are failures', '{reason!="not-listed"}', ''],
  ])('would notice that %s', async (_, from, to) => {
    const rules = files['service-alerts.yml'].replace(from, to);
    expect(rules).not.toBe(files['service-alerts.yml']);
    const changed = { ...files, 'service-alerts.yml': rules };
    expect(await runTool(checkRules, changed)).toMatchObject({ exitCode: 0 });
    expect(await runTool(testRules, changed)).toMatchObject({ exitCode: 1 });
  });

  test('accepts deploy/service-prometheus.yml, and finds a slip in it', async () => {
    const all = { ...files, 'prometheus.yml': config, 'metrics-token': 'one' };
    const check = ['promtool', 'check', 'config', 'prometheus.yml'];
    expect(await runTool(check, all)).toMatchObject({ exitCode: 0 });
    expect(
      await runTool(check, { ...all, 'prometheus.yml': config.replace('authorization', 'authorisation') }),
    ).toMatchObject({ exitCode: 1 });
  });

  test('Prometheus with it scrapes a service, and alerts that the database of one is down', async () => {
    const registry = await createDirectory({ 'chain/kava/assets.json': '[]' });
    const service = await spawnService([registry, '--database', 'postgres://user@127.0.0.1:1/name']);
    stopInTheEnd(service);
    const { host } = new URL(service.url);
    const { url, query, listAlerts } = await startPrometheus({
      'service-alerts.yml': files['service-alerts.yml'],
      // Alerts are pending before their time has passed.
      'prometheus.yml': config
        .replace('scrape_interval: 30s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
        .replace('127.0.0.1:8080', `${host}', '127.0.0.1:${await findFreePort()}`),
      'metrics-token': service.token,
    });
    expect(url).toMatch(/^http/);
    const alertsOf = async () =>
      (await listAlerts())
        .map(({ labels }) => `${labels['alertname'] ?? ''} ${String(labels['instance'] === host)}`)
        .sort();
    await expect
      .poll(alertsOf, { timeout: 30_000 })
      .toEqual(['QueryServiceDatabaseDown true', 'QueryServiceDown false']);
    expect(await query('endpoint_check_service_build_info')).toMatchObject([{ metric: { instance: host } }]);
  });
});
