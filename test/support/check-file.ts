import { checkRegistry } from '../../src/index.js';
import type { Finding, Report } from '../../src/index.js';
import { createDirectory } from './directory.js';

/** A finding of a file, and where it is: `line:column-endLine:endColumn`. */
export interface ReportedFinding {
  readonly at: string;
  readonly rule: string;
  readonly pointer: string | null;
  readonly message: string;
  readonly hint: string;
}

/** The path of the file that `checkFile` checks. */
export const checkedPath = 'chain/example/param.json';

/** Checks one file of a new registry; probes nothing. Findings of the ignored rules are left out. */
export async function checkFile(
  content: string | Buffer,
  ignored: readonly string[] = ['file/chain-id-missing'],
): Promise<Report> {
  const directory = await createDirectory({ [checkedPath]: content });
  const report = await checkRegistry([directory], { network: false });
  return { ...report, findings: report.findings.filter(({ rule }) => !ignored.includes(rule)) };
}

/** Rules that most short files break, and that most tests ignore. */
const notices: readonly string[] = ['file/no-endpoints', 'file/chain-id-missing'];

/** The findings of one file, except those of the ignored rules. */
export async function readFindings(
  content: string | Buffer,
  ignored: readonly string[] = notices,
): Promise<ReportedFinding[]> {
  const { findings } = await checkFile(content, ignored);
  return findings.map(describeFinding);
}

/** A finding without fields that follow from its rule and its place. */
export function describeFinding(finding: Finding): ReportedFinding {
  const { rule, pointer, message, hint } = finding;
  return { at: formatRange(finding), rule, pointer, message, hint };
}

/** `1:3-1:4`, the end exclusive. */
export function formatRange({ line, column, endLine, endColumn }: Finding): string {
  return `${line}:${column}-${endLine}:${endColumn}`;
}

/** A valid entry. */
export const goodEntry = '{"provider":"Example","url":"grpc.example.com:443"}';
