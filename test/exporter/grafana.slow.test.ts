import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

interface Panel {
  readonly type: 'row' | 'stat' | 'table' | 'timeseries';
  readonly options?: unknown;
}

interface Dashboard {
  readonly panels: readonly Panel[];
}

const text = readFileSync('deploy/grafana.json', 'utf8');

/** A program without type errors if a dashboard follows Grafana's own types, without a misspelled field. Its enums are strings in JSON. */
function writeProgram(json: string): string {
  const { panels, ...dashboard } = JSON.parse(json) as Dashboard;
  const composable = (name: string) => `@grafana/schema/dist/esm/raw/composable/${name}_types.gen`;
  const declarations = panels.flatMap(({ options, ...panel }, at) =>
    panel.type === 'row'
      ? [`const row${at}: Json<RowPanel> = ${JSON.stringify(panel)};`]
      : [
          `const panel${at}: Json<Panel> = ${JSON.stringify(panel)};`,
          `const options${at}: Json<${panel.type}> = ${JSON.stringify(options)};`,
        ],
  );
  return `
    import type { Dashboard, Panel, RowPanel } from '@grafana/schema';
    import type { Options as stat } from '${composable('stat/panelcfg/x/StatPanelCfg')}';
    import type { Options as table } from '${composable('table/panelcfg/x/TablePanelCfg')}';
    import type { Options as timeseries } from '${composable('timeseries/panelcfg/x/TimeSeriesPanelCfg')}';
    type Json<T> = T extends string ? \`\${T}\` : T extends object ? { [Field in keyof T]: Json<T[Field]> } : T;
    const dashboard: Json<Omit<Dashboard, 'panels'>> = ${JSON.stringify(dashboard)};
    ${declarations.join('\n')}
  `;
}

const slips = [
  ['a misspelled field of the dashboard', '"schemaVersion"', '"schema_version"', 'schema_version'],
  ['a misspelled field of a panel', '"gridPos"', '"gridpos"', 'gridpos'],
  ['an unknown unit of thresholds', '"mode": "absolute"', '"mode": "relative"', 'relative'],
  ['an option that a table does not have', '"cellHeight"', '"cellheight"', 'cellheight'],
  ['a variable of an unknown type', '"type": "query"', '"type": "request"', 'request'],
] as const;

/** The compiler's errors for dashboards, in their order; empty if one is valid. All at once, since Grafana's types take most of the time. */
async function checkTypes(dashboards: readonly string[]): Promise<readonly string[]> {
  const names = dashboards.map((_, at) => `dashboard${at}.ts`);
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-grafana-'));
  for (const [at, json] of dashboards.entries())
    await writeFile(join(directory, names[at] ?? ''), writeProgram(json));
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...names], {
    cwd: directory,
    encoding: 'utf8',
  });
  await rm(directory, { recursive: true });
  // Each error begins with its file; its further lines are indented. Errors without a file count for all.
  const errors = stdout.split(/\n(?=\S)/);
  return names.map((name) =>
    errors.filter((error) => error.startsWith(name) || !error.startsWith('dashboard')).join('\n'),
  );
}

describe("deploy/grafana.json follows Grafana's types", () => {
  let checked: readonly string[];
  beforeAll(async () => {
    checked = await checkTypes([text, ...slips.map(([, from, to]) => text.replace(from, to))]);
  });

  test('unchanged', () => {
    expect(checked[0]).toBe('');
  });

  test.each(slips.map((slip, at) => [...slip, at] as const))('but not with %s', (_, from, _to, found, at) => {
    expect(text).toContain(from);
    expect(checked[at + 1]).toContain(found);
  });
});
