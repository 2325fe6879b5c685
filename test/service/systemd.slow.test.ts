import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { findExamples } from '../support/documents.js';
import { ask } from '../support/http.js';
import { spawnServer } from '../support/spawn-service.js';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const units = findExamples('ini').filter(({ code }) => code.startsWith('[Unit]'));
const findUnit = (page: string) => units.find((unit) => unit.page === page)?.code ?? '';
const service = findUnit('docs/operating.md');

/** What systemd-analyze says of a unit, whose Node is the one that runs here. */
async function analyze(unit: string, ...args: readonly string[]) {
  const directory = await createDirectory({
    'endpoint-check.service': unit.replace('/usr/bin/node', process.execPath),
  });
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    [...args, join(directory, 'endpoint-check.service')],
    { encoding: 'utf8', env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' } },
  );
  return { status, output: `${stdout}${stderr}` };
}

/** The commented lines of a unit in use. */
const withComments = (unit: string) => unit.replace(/^# (?=\w+=)/gm, '');

test('the pages have a unit for each server', () => {
  expect(units.map(({ page }) => page).sort()).toEqual(['docs/monitoring.md', 'docs/operating.md']);
});

describe.skipIf(!hasSystemd)('systemd-analyze', () => {
  test.each([
    ['of the exporter', findUnit('docs/monitoring.md')],
    ['of the service', service],
    ['of the service with Postgres', withComments(service)],
  ])('takes the unit %s, and finds a slip in it', async (_, unit) => {
    expect(await analyze(unit, 'verify')).toEqual({ status: 0, output: '' });
    const { output } = await analyze(unit.replace('DynamicUser', 'DynamicUsers'), 'verify');
    expect(output).toContain('DynamicUsers');
  });

  test('finds the service well confined', async () => {
    const args = ['security', '--offline=yes', '--no-pager', '--threshold=20'];
    expect(await analyze(service, ...args)).toMatchObject({ status: 0 });
    const open = service.replace(/^(Protect|Restrict|Private|SystemCall|Capability)\w+=.*\n/gm, '');
    expect(await analyze(open, ...args)).toMatchObject({ status: 1 });
  });
});

test('the command of the unit serves, with the credentials as systemd gives them', async () => {
  const [, words = ''] =
    /^ExecStart=\/usr\/bin\/node \S+\/bin\/endpoint-check\.js (.*)$/m.exec(service) ?? [];
  const [, loaded = ''] = /^LoadCredential=(\w+):/m.exec(service) ?? [];
  const credentials = await createDirectory({ [loaded]: 'alice:one-token\n' });
  const registry = await createDirectory({ 'chain/kava/assets.json': '[]' });
  const args = words
    .replace('/srv/registry', resolve(registry))
    .replace('${CREDENTIALS_DIRECTORY}', credentials)
    .split(' ');
  expect(args[0]).toBe('serve');
  const server = await spawnServer(args);
  onTestFinished(async () => {
    await server.stop();
  });
  const headers = { authorization: 'Bearer one-token' };
  expect((await ask(server.url, '/v1/kava/assets', { headers })).status).toBe(200);
});
