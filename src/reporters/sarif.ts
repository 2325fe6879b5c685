import type { Finding, Fix } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Rule, Severity } from '../model/rule.js';
import { escapeJson, escapeMessage, escapeTerminal } from './escape.js';
import { joinUnicodePath } from './findings.js';
import { createFingerprints } from './codequality.js';
import { chooseMask, formatUrl, insertsKey, type Mask, maskKeys } from './mask.js';
import type { RenderOptions } from './reporter.js';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  notice: 'note',
};

/**
 * Renders the findings as a SARIF 2.1.0 log for code scanning. Findings about an endpoint or a file become results; findings about the whole
 * run, which have no location, become notifications of the invocation.
 */
export function render(report: Report, { pathPrefix, rules, texts }: RenderOptions): string {
  const { tool, startedAt, durationMs, interrupted, findings, endpoints } = report;
  const used = rules.filter(({ code }) => findings.some(({ rule }) => rule === code));
  const fingerprint = createFingerprints(endpoints);
  const ofRun = findings.filter(isOfRun);
  const results = findings
    .filter((finding) => !isOfRun(finding))
    .map((finding) => ({
      ruleId: finding.rule,
      ruleIndex: used.findIndex(({ code }) => code === finding.rule),
      level: levels[finding.severity],
      message: { text: formatMessage(finding, endpoints) },
      locations: [locate(finding, endpoints, pathPrefix)],
      partialFingerprints: { primaryLocationLineHash: fingerprint(finding) },
      ...describeFixes(finding, texts, pathPrefix),
      ...(finding.baselineState === null ? {} : { baselineState: finding.baselineState }),
    }));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool.name, semanticVersion: tool.version, rules: used.map(describeRule) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: !interrupted,
            startTimeUtc: startedAt,
            endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
            toolExecutionNotifications: ofRun.map((finding) => ({
              level: levels[finding.severity],
              message: { text: formatMessage(finding, endpoints) },
              associatedRule: { id: finding.rule },
            })),
          },
        ],
        results,
      },
    ],
  };
  return `${escapeJson(JSON.stringify(log, null, 2))}\n`;
}

function isOfRun({ file, endpoint }: Finding): boolean {
  return file === null && endpoint === null;
}

function describeRule({ code, severity, summary, explanation }: Rule) {
  return {
    id: code,
    name: code,
    shortDescription: { text: `${summary}.` },
    fullDescription: { text: explanation },
    help: { text: explanation, markdown: explanation },
    defaultConfiguration: { level: levels[severity] },
  };
}

/** Brackets followed by a parenthesis would be an embedded link (SARIF 2.1.0 section 3.11.6). */
function formatMessage(finding: Finding, endpoints: readonly EndpointReport[]): string {
  const mask = chooseMask(finding, endpoints);
  return [finding.message, finding.hint].map((sentence) => escapeSentence(sentence, mask)).join('\n');
}

function escapeSentence(sentence: string, mask: Mask = maskKeys): string {
  return escapeMessage(mask(sentence)).replaceAll('](', '] (');
}

/** The edits that fix a finding (SARIF 2.1.0 section 3.55), if the text of its file is known, which the offsets require. */
function describeFixes(
  { file, fix, hint }: Finding,
  texts: RenderOptions['texts'],
  pathPrefix: string,
): object {
  const text = file === null ? undefined : texts.get(file);
  const replacements = fix === null || text === undefined ? null : describeReplacements(text, fix);
  if (file === null || replacements === null) return {};
  const artifactChanges = [{ artifactLocation: describeArtifact(file, pathPrefix), replacements }];
  return { fixes: [{ description: { text: escapeSentence(hint) }, artifactChanges }] };
}

function locate(finding: Finding, endpoints: readonly EndpointReport[], pathPrefix: string) {
  const { file, line, column, endLine, endColumn, endpoint } = finding;
  if (file === null) {
    const url = endpoint === null ? null : (endpoints[endpoint]?.url ?? null);
    return { logicalLocations: [{ name: escapeTerminal(formatUrl(url)), kind: 'resource' }] };
  }
  const region =
    line === null ? {} : { region: { startLine: line, startColumn: column, endLine, endColumn } };
  return { physicalLocation: { artifactLocation: describeArtifact(file, pathPrefix), ...region } };
}

function describeArtifact(file: string, pathPrefix: string) {
  // A url cannot contain lone surrogates.
  const path = joinUnicodePath(pathPrefix, file);
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}

/** A region of a file and its replacement; without `insertedContent` a deletion (SARIF 2.1.0 section 3.57). */
interface Replacement {
  readonly deletedRegion:
    | { readonly charOffset: number; readonly charLength: number }
    | { readonly byteOffset: number; readonly byteLength: number };
  readonly insertedContent?: { readonly text: string };
}

/**
 * Converts the edits of a fix to replacements, with offsets in UTF-16 code units. A byte order mark is not a character (section 3.30.2: text
 * properties don't depend on it), so offsets after it are one less, and its own removal is a region of bytes. Null if edits can't express the
 * fix: it changes the encoding, an edit covers the mark and text, or inserts something that is not Unicode or would be masked as a key.
 */
function describeReplacements(text: string, { edits }: Fix): readonly Replacement[] | null {
  if (edits.length === 0) return null;
  const markLength = text.startsWith('\ufeff') ? 1 : 0;
  const replacements = edits.map((edit): Replacement | null => {
    const { offset, length, text: inserted } = edit;
    if (offset < markLength)
      return length === markLength && inserted === ''
        ? { deletedRegion: { byteOffset: 0, byteLength: Buffer.byteLength('\ufeff') } }
        : null;
    if (/\p{Cs}/u.test(inserted) || insertsKey(text, edit)) return null;
    const deletedRegion = { charOffset: offset - markLength, charLength: length };
    return inserted === '' ? { deletedRegion } : { deletedRegion, insertedContent: { text: inserted } };
  });
  return replacements.every((replacement) => replacement !== null) ? replacements : null;
}
