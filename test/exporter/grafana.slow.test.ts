import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';

interface Panel {
  readonly type: 'row' | 'stat' | 'table' | 'timeseries';
  readonly options?: unknown;
}

interface Dashboard {
  readonly panels: readonly Panel[];
}

const text = readFileSync('deploy/grafana.json', 'utf8');

/**
 * A program that is free of type errors where a dashboard is what Grafana's own types say, without a misspelled field. Its enums are strings
 * in JSON.
 */
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

/** What the compiler says of a dashboard; empty where it is right. */
async function checkTypes(json: string): Promise<string> {
  const directory = await createDirectory({ 'dashboard.ts': writeProgram(json) });
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, join(directory, 'dashboard.ts')], {
    cwd: directory,
    encoding: 'utf8',
  });
  return stdout;
}

describe("deploy/grafana.json is what Grafana's types say", () => {
  test('as it is', async () => {
    expect(await checkTypes(text)).toBe('');
  });

  test.each([
    ['a misspelled field of the dashboard', '"schemaVersion"', '"schema_version"', 'schema_version'],
    ['a misspelled field of a panel', '"gridPos"', '"gridpos"', 'gridpos'],
    ['an unknown unit of thresholds', '"mode": "absolute"', '"mode": "relative"', 'relative'],
    ['an option that a table does not have', '"cellHeight"', '"cellheight"', 'cellheight'],
    ['a variable of an unknown type', '"type": "query"', '"type": "request"', 'request'],
  ])('but not with %s', async (_, from, to, found) => {
    expect(text).toContain(from);
    expect(await checkTypes(text.replace(from, to))).toContain(found);
  });
});
