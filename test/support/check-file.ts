import { checkRegistry } from '../../src/index.js';
import type { Finding, Report } from '../../src/index.js';
import { createDirectory } from './directory.js';

/** A finding in a file, and where: `line:column-endLine:endColumn`. */
export interface Told {
  readonly at: string;
  readonly rule: string;
  readonly pointer: string | null;
  readonly message: string;
  readonly hint: string;
}

/** The path of the file that `checkFile` checks. */
export const checkedPath = 'chain/example/param.json';

/** Checks one file in a registry of its own, without the network. */
export async function checkFile(content: string | Buffer): Promise<Report> {
  const directory = await createDirectory({ [checkedPath]: content });
  return checkRegistry([directory], { network: false });
}

/** All findings of one file but that it lists no endpoints, as most short files do. */
export async function readFindings(content: string | Buffer): Promise<Told[]> {
  const { findings } = await checkFile(content);
  return findings.filter(({ rule }) => rule !== 'file/no-endpoints').map(describeFinding);
}

/** A finding without what the rule and the place leave open. */
export function describeFinding(finding: Finding): Told {
  const { rule, pointer, message, hint } = finding;
  return { at: formatRange(finding), rule, pointer, message, hint };
}

/** `1:3-1:4`, the end exclusive. */
export function formatRange({ line, column, endLine, endColumn }: Finding): string {
  return `${line}:${column}-${endLine}:${endColumn}`;
}

/** An entry without a finding. */
export const goodEntry = '{"provider":"Example","url":"grpc.example.com:443"}';
