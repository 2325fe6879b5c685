// The page of the dashboard's picture. What is drawn in a panel are components of @grafana/ui, and what they are told about fields, thresholds,
// units and colours comes from @grafana/data; the modules of Grafana's panels, which join the two, are not published, so they are joined here.
import {
  applyFieldOverrides,
  cacheFieldDisplayNames,
  createTheme,
  dateTime,
  FieldConfigOptionsRegistry,
  FieldType,
  getDisplayValueAlignmentFactors,
  getFieldDisplayValues,
  standardTransformers,
  standardTransformersRegistry,
  ThemeContext,
  toDataFrame,
  transformDataFrame,
} from '@grafana/data';
import { initPluginTranslations } from '@grafana/i18n';
import { BigValue, GlobalStyles, Icon, PanelChrome, TimeSeries, VizRepeater } from '@grafana/ui';
import { TableNG } from '@grafana/ui/unstable';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { lastValueFrom } from 'rxjs';

const { dashboard, answers, from, to, mode, width } = window.picture;
const theme = createTheme({ colors: { mode } });
const range = { from: dateTime(from), to: dateTime(to), raw: { from: dateTime(from), to: dateTime(to) } };
const replaceVariables = (text) => text;

/** What a field may be told, as the panels of Grafana declare it. `fieldConfig` sets no more than these. */
const isNumber = ({ type }) => type === FieldType.number;
const property = (path, isCustom, shouldApply = () => true) => ({
  id: isCustom ? `custom.${path}` : path,
  path,
  name: path,
  isCustom,
  shouldApply,
  process: (value) => value,
});
const fieldConfigRegistry = new FieldConfigOptionsRegistry(() => [
  ...['unit', 'displayName', 'noValue', 'mappings', 'color'].map((path) => property(path, false)),
  ...['min', 'max', 'decimals', 'thresholds'].map((path) => property(path, false, isNumber)),
  ...[
    ...['align', 'cellOptions', 'filterable', 'width', 'minWidth'],
    ...['drawStyle', 'fillOpacity', 'lineWidth', 'showPoints', 'stacking'],
  ].map((path) => property(path, true)),
]);

standardTransformersRegistry.setInit(() =>
  // Two have the same id, of which one is the old name of the other.
  [...new Map(Object.values(standardTransformers).map((one) => [one.id, one])).values()].map(
    (transformer) => ({
      id: transformer.id,
      name: transformer.name,
      transformation: () => Promise.resolve(transformer),
    }),
  ),
);

/** A series as Grafana's Prometheus data source makes a frame of it. */
function toSeries({ refId, legendFormat }, { metric, values }) {
  const name = legendFormat.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label) => metric[label] ?? '');
  return toDataFrame({
    refId,
    name,
    fields: [
      { name: 'Time', type: FieldType.time, values: values.map(([seconds]) => seconds * 1_000) },
      {
        name: 'Value',
        type: FieldType.number,
        labels: metric,
        config: { displayNameFromDS: name },
        values: values.map(([, value]) => Number(value)),
      },
    ],
  });
}

/** The series of an instant as that data source makes a table of them. */
function toTable({ refId }, series, isOnly) {
  const labels = [...new Set(series.flatMap(({ metric }) => Object.keys(metric)))].sort();
  return toDataFrame({
    refId,
    fields: [
      { name: 'Time', type: FieldType.time, values: series.map(({ value: [seconds] }) => seconds * 1_000) },
      ...labels.map((label) => ({
        name: label,
        type: FieldType.string,
        config: { filterable: true },
        values: series.map(({ metric }) => metric[label] ?? ''),
      })),
      {
        name: isOnly ? 'Value' : `Value #${refId}`,
        type: FieldType.number,
        values: series.map(({ value: [, value] }) => Number(value)),
      },
    ],
  });
}

async function prepare({ type, targets, transformations = [], fieldConfig }, ofTargets) {
  const frames = targets.flatMap((target, at) =>
    target.format === 'table'
      ? [toTable(target, ofTargets[at], targets.length === 1)]
      : ofTargets[at].map((series) => toSeries(target, series)),
  );
  const data = await lastValueFrom(
    transformDataFrame(transformations, frames, { interpolate: replaceVariables }),
  );
  // What Grafana adds to a panel that says nothing about colours.
  const color = { mode: type === 'timeseries' ? 'palette-classic' : 'thresholds' };
  const thresholds = {
    mode: 'absolute',
    steps: [
      { color: 'green', value: -Infinity },
      { color: 'red', value: 80 },
    ],
  };
  const config = { ...fieldConfig, defaults: { color, thresholds, ...fieldConfig.defaults } };
  const series = applyFieldOverrides({
    data,
    fieldConfig: config,
    fieldConfigRegistry,
    replaceVariables,
    theme,
    timeZone: 'utc',
  });
  // As Grafana does before a panel is drawn: a table reads the names from there.
  cacheFieldDisplayNames(series);
  return { series, config };
}

function Stat({ options, series, config, width, height }) {
  const getValues = () =>
    getFieldDisplayValues({
      fieldConfig: config,
      reduceOptions: options.reduceOptions,
      replaceVariables,
      theme,
      data: series,
      sparkline: options.graphMode !== 'none',
      timeZone: 'utc',
    });
  const { colorMode, graphMode, justifyMode, textMode } = options;
  return (
    <VizRepeater
      getValues={getValues}
      getAlignmentFactors={getDisplayValueAlignmentFactors}
      renderValue={({ value, alignmentFactors, width, height, count }) => (
        <BigValue
          {...{ colorMode, graphMode, justifyMode, textMode, theme, count, alignmentFactors, width, height }}
          value={value.display}
          sparkline={value.sparkline && { ...value.sparkline, timeRange: range }}
          disableWideLayout={!options.wideLayout}
        />
      )}
      {...{ width, height, orientation: options.orientation }}
      source={series}
      itemSpacing={3}
      renderCounter={0}
      autoGrid
    />
  );
}

function Graph({ options, series, width, height }) {
  const { legend } = options;
  return (
    <TimeSeries frames={series} timeRange={range} timeZone="utc" {...{ legend, options, width, height }} />
  );
}

function Table({ options, series, config, width, height }) {
  return (
    <TableNG
      data={series[0]}
      noHeader={!options.showHeader}
      sortBy={options.sortBy}
      cellHeight={options.cellHeight}
      fieldConfig={config}
      enableVirtualization={false}
      {...{ width, height }}
    />
  );
}

const components = { stat: Stat, timeseries: Graph, table: Table };

/** Grafana's grid: 24 columns, rows of 30 pixels, 8 pixels between and 16 around. */
const gap = 8;
const margin = 16;
const place = ({ x, y, w, h }) => {
  const column = (width - 2 * margin + gap) / 24;
  return {
    position: 'absolute',
    left: margin + x * column,
    top: margin + y * (30 + gap),
    width: w * column - gap,
    height: h * (30 + gap) - gap,
  };
};

function Panel({ panel, prepared }) {
  const { width, height } = place(panel.gridPos);
  const Inner = components[panel.type];
  return (
    <PanelChrome
      title={panel.title}
      description={panel.description}
      padding={panel.type === 'table' ? 'none' : 'md'}
      {...{ width, height }}
    >
      {(width, height) => <Inner options={panel.options} {...prepared} {...{ width, height }} />}
    </PanelChrome>
  );
}

function Row({ title }) {
  const { fontSize, fontWeight } = theme.typography.h5;
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8, height: '100%', fontSize, fontWeight }}>
      <Icon name="angle-down" />
      {title}
    </div>
  );
}

await initPluginTranslations('grafana');
const panels = await Promise.all(
  dashboard.panels.map(async (panel, at) => ({
    panel,
    prepared: panel.type === 'row' ? null : await prepare(panel, answers[at]),
  })),
);
Object.assign(document.body.style, { margin: 0, background: theme.colors.background.canvas });
const root = createRoot(document.querySelector('main'));
const render = (children) =>
  flushSync(() =>
    root.render(
      <ThemeContext.Provider value={theme}>
        <GlobalStyles />
        {children}
      </ThemeContext.Provider>,
    ),
  );
// The font first: what is drawn on a canvas would not change when it comes.
render(null);
await Promise.all([400, 500].map((weight) => document.fonts.load(`${weight} 12px Inter`)));
render(
  panels.map(({ panel, prepared }) => (
    <div key={panel.id} style={place(panel.gridPos)} data-row={prepared === null ? panel.title : undefined}>
      {prepared === null ? <Row title={panel.title} /> : <Panel {...{ panel, prepared }} />}
    </div>
  )),
);
