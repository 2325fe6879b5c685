/**
 * Renders a family of metrics in Prometheus' text format, with its samples as labels and value. Labels must not contain characters to escape.
 * Empty without samples.
 */
export function renderFamily(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly (readonly [labels: string, value: number])[],
): string {
  if (samples.length === 0) return '';
  const lines = samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** The samples of a family with one label. */
export function labelEach(
  label: string,
  values: Readonly<Record<string, number>>,
): readonly (readonly [labels: string, value: number])[] {
  return Object.entries(values).map(([name, value]) => [`${label}="${name}"`, value]);
}
