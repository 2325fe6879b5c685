/** All reporters: whether each writes a text, or several files of a directory, and what it has of findings. */
export const reporterRows = {
  pretty: { writes: 'text', has: 'messages' },
  json: { writes: 'text', has: 'data' },
  junit: { writes: 'text', has: 'messages' },
  sarif: { writes: 'text', has: 'messages' },
  rdjson: { writes: 'text', has: 'messages' },
  codequality: { writes: 'text', has: 'messages' },
  markdown: { writes: 'text', has: 'messages' },
  github: { writes: 'text', has: 'messages' },
  html: { writes: 'text', has: 'messages' },
  openmetrics: { writes: 'text', has: 'codes' },
  list: { writes: 'text', has: 'nothing' },
  badge: { writes: 'files', has: 'nothing' },
} as const;

type Rows = typeof reporterRows;

/** What a report can be rendered as. */
export type ReporterName = keyof Rows;

export type ReporterThatWrites<What extends Rows[ReporterName]['writes']> = {
  [Name in ReporterName]: Rows[Name]['writes'] extends What ? Name : never;
}[ReporterName];
