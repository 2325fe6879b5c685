import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';

/** A panel of the dashboard; a row has a title and a place only. */
interface Panel {
  readonly title: string;
  readonly type: 'row' | 'stat' | 'table' | 'timeseries';
  readonly gridPos: { readonly w: number };
  readonly options: { readonly sortBy?: readonly { readonly displayName: string }[] };
  readonly fieldConfig: {
    readonly defaults: {
      readonly mappings?: readonly { readonly options: { readonly match?: string } }[];
      readonly custom?: { readonly minWidth?: number };
    };
    readonly overrides: readonly {
      readonly matcher: { readonly options: string };
      readonly properties: readonly { readonly id: string; readonly value: unknown }[];
    }[];
  };
  readonly transformations?: readonly {
    readonly options: {
      readonly indexByName?: Readonly<Record<string, number>>;
      readonly renameByName?: Readonly<Record<string, string>>;
    };
  }[];
  readonly targets: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync('deploy/grafana.json', 'utf8')) as {
  readonly panels: readonly Panel[];
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

/** The pixels of so many of Grafana's 24 columns in a window of 1,240, which has 16 around and 8 between. */
const toPixels = (columns: number) => (columns * 1_216) / 24 - 8;

/** The columns of a table with a fixed width. */
const readWidths = ({ fieldConfig }: Panel) =>
  fieldConfig.overrides.flatMap(({ matcher, properties }) =>
    properties.flatMap(({ id, value }) =>
      id === 'custom.width' ? [{ name: matcher.options, width: Number(value) }] : [],
    ),
  );

describe('the dashboard on a screen of 1,240 pixels', () => {
  const tables = panels.flatMap((panel) => {
    const names = (panel.transformations ?? []).flatMap(({ options }) =>
      Object.values(options.renameByName ?? {}),
    );
    return names.includes('Endpoint') ? [{ title: panel.title, panel, names }] : [];
  });

  test.each(tables)('$title shows all columns, the address the widest', ({ panel, names }) => {
    const widths = readWidths(panel);
    expect(widths.map(({ name }) => name).sort()).toEqual(names.filter((name) => name !== 'Endpoint').sort());
    const taken = widths.reduce((sum, { width }) => sum + width, 0);
    // Grafana makes no column narrower, but the table wider than its panel.
    expect(toPixels(panel.gridPos.w) - taken).toBeGreaterThanOrEqual(150);
  });

  test('each kind has a column beside that of the chain', () => {
    const [matrix] = panels.filter(({ title }) => title === 'Passing by chain and kind');
    const columns = Object.keys(matrix?.transformations?.[1]?.options.indexByName ?? {});
    expect(columns.sort()).toEqual(['chain\\kind', ...checks.map(({ kind }) => kind)].sort());
    const [chain = { width: Infinity }] = matrix === undefined ? [] : readWidths(matrix);
    const minimum = matrix?.fieldConfig.defaults.custom?.minWidth ?? Infinity;
    expect(chain.width + checks.length * minimum).toBeLessThanOrEqual(toPixels(12));
  });

  test('no title of a narrow panel is cut off', () => {
    const narrow = panels.filter(({ gridPos }) => gridPos.w <= 4);
    expect(narrow.length).toBeGreaterThan(3);
    expect(narrow.map(({ title }) => title).filter((title) => title.length > 17)).toEqual([]);
  });
});

describe('a share of nothing, which is NaN', () => {
  const shares = panels.filter(({ targets }) => targets.some(({ expr }) => expr.includes(' / ')));
  const sorted = shares.filter(({ options }) =>
    options.sortBy?.some(({ displayName }) => displayName !== 'Chain'),
  );

  test('is "unknown" on the dashboard, rather than a red NaN', () => {
    const shown = shares.filter((panel) => !sorted.includes(panel));
    expect(shown.map(({ title }) => title)).toEqual(['Share that passes', 'Passing by chain and kind']);
    for (const { title, fieldConfig } of shown) {
      const matches = fieldConfig.defaults.mappings?.map(({ options }) => options.match);
      expect(matches, title).toContain('nan');
    }
  });

  test('is not in a table that is sorted by it, since Grafana would not sort it then', () => {
    expect(sorted.map(({ title }) => title)).toEqual(['Uptime']);
    const divisors = sorted.flatMap(({ targets }) => targets.map(({ expr }) => expr.split(' / ')[1]));
    expect(divisors.filter((divisor) => !/^\(.* > 0\)$/.test(divisor ?? ''))).toEqual([]);
  });
});
