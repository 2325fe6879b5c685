import { parser } from '@prometheus-io/lezer-promql';

/** The parts of an expression. */
export interface PromqlNames {
  readonly metrics: ReadonlySet<string>;
  /** Labels of matchers, groupings and matchings. */
  readonly labels: ReadonlySet<string>;
}

/** The metrics and labels that a PromQL expression names. Throws if Prometheus' own grammar refuses it. */
export function readPromql(expression: string): PromqlNames {
  const metrics = new Set<string>();
  const labels = new Set<string>();
  parser.parse(expression).iterate({
    enter: ({ from, to, type }) => {
      if (type.isError) throw new Error(`syntax error at ${expression.slice(from)} in ${expression}`);
      if (type.name === 'Identifier') metrics.add(expression.slice(from, to));
      if (type.name === 'LabelName') labels.add(expression.slice(from, to));
    },
  });
  return { metrics, labels };
}
