/** All reporters, and what each writes: a text, or several files of a directory. */
export const reporterWrites = {
  pretty: 'text',
  json: 'text',
  junit: 'text',
  sarif: 'text',
  rdjson: 'text',
  codequality: 'text',
  markdown: 'text',
  github: 'text',
  html: 'text',
  openmetrics: 'text',
  list: 'text',
  badge: 'files',
} as const;

type Writes = typeof reporterWrites;

/** What a report can be rendered as. */
export type ReporterName = keyof Writes;

/** The reporters that write a text, or several files. */
export type ReporterThatWrites<What extends Writes[ReporterName]> = {
  [Name in ReporterName]: Writes[Name] extends What ? Name : never;
}[ReporterName];
