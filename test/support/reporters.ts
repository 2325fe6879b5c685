import { type ReporterName, reporterRows, type ReporterThatWrites } from '../../src/model/reporter-names.js';

/** The reporters that write a text with this part of findings. */
export function listTextReporters(
  ...has: readonly (typeof reporterRows)[ReporterName]['has'][]
): ReporterThatWrites<'text'>[] {
  const names = Object.keys(reporterRows) as ReporterName[];
  return names.filter(
    (name): name is ReporterThatWrites<'text'> =>
      reporterRows[name].writes === 'text' && has.includes(reporterRows[name].has),
  );
}
