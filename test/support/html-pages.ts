import { XmlDocument, type XmlNode } from 'libxml2-wasm';
import type { Page } from 'playwright-core';
import { rules } from '../../src/engine/rule-catalogue.js';
import type { EndpointReport, Report, Verdict } from '../../src/model/report.js';
import { render as renderHtml } from '../../src/reporters/html.js';
import type { RenderOptions } from '../../src/reporters/reporter.js';
import { live } from './histories.js';
import { endpoint, finding, plain, report } from './report-samples.js';

/** The program's options for rendering: all rules are known. */
export const options: RenderOptions = { ...plain, rules };

/** The page as a strict parser reads it; throws if it is not well-formed. Its script and style are no markup. */
export function read(page: string): XmlDocument {
  return XmlDocument.fromString(page.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '<$1></$1>'));
}

/** Renders a report and reads the page. */
export function render(sample: Report, otherwise: Partial<RenderOptions> = {}): XmlDocument {
  return read(renderHtml(sample, { ...options, ...otherwise }));
}

/** The text of an element, on one line. */
export function textOf(node: XmlNode): string {
  return node.content.replaceAll(/\s+/g, ' ').trim();
}

/** The texts of the elements at an XPath. */
export function texts(page: XmlDocument, path: string): string[] {
  return page.find(path).map(textOf);
}

const all: readonly Verdict[] = ['pass', 'skipped', 'fail', 'inconclusive'];
/** A report with an endpoint of each verdict. */
export const mixed = report(
  all.map((verdict) => endpoint({ verdict, url: `https://${verdict}.example.com` })),
  [finding({ endpoint: 2 }), finding({ endpoint: 3, severity: 'notice', rule: 'net/rate-limited' })],
);

const phasesMs = { dns: 1, connect: 9, tls: 10, firstByte: 10, total: 30 };

/** An endpoint whose chain and host are called by the name. */
export function sample(
  name: string,
  verdict: Verdict,
  durationMs: number,
  kind: EndpointReport['kind'] = 'evm',
): EndpointReport {
  const attempts = verdict === 'skipped' ? 0 : 1;
  const facts = { chainId: 2_222, blockHeight: durationMs, phasesMs };
  return endpoint({
    url: `https://${name}.example.com`,
    chain: name,
    kind,
    verdict,
    attempts,
    durationMs,
    facts,
  });
}

/** A page with an endpoint of each verdict, and findings of all sorts. */
export const html = renderHtml(
  report(
    [
      sample('alfa', 'pass', 900),
      sample('bravo', 'fail', 1_000, 'grpc'),
      sample('charlie', 'inconclusive', 80),
      sample('delta', 'skipped', 0),
      sample('echo', 'pass', 9, 'grpc'),
    ],
    [
      finding({ endpoint: 1, message: 'The Wheels came off' }),
      finding({ endpoint: 2, severity: 'notice', rule: 'net/rate-limited' }),
      finding({ endpoint: 4, severity: 'warning', rule: 'grpc/syncing' }),
      finding({ endpoint: null, severity: 'warning', rule: 'file/misspelled-field' }),
      finding({ endpoint: null, severity: 'notice', rule: 'file/no-endpoints' }),
    ],
  ),
  { ...plain, rules, scope: 'All of it.' },
);

const long = (days: string) => days.padStart(90, 'P');

/** A page with the history of endpoints of all sorts. */
export const livedHtml = renderHtml(
  report(
    [
      { ...sample('alfa', 'pass', 900), history: live(long('')) },
      { ...sample('bravo', 'fail', 1_000, 'grpc'), history: live(long('F'.repeat(20))) },
      { ...sample('charlie', 'inconclusive', 80), history: live(long('MXXXXI')) },
      sample('delta', 'skipped', 0),
      { ...sample('echo', 'pass', 9, 'grpc'), history: live(`${'P'.repeat(70)}..FFFFFFFFFP`) },
      { ...sample('foxtrot', 'fail', 10), history: live(long('F')) },
    ],
    [
      finding({ endpoint: 1, message: 'The Wheels came off' }),
      finding({ endpoint: 2, severity: 'notice', rule: 'net/rate-limited' }),
      finding({ endpoint: 5, message: 'the door is shut' }),
    ],
  ),
  { ...plain, rules },
);

/** The chains of the endpoints that are shown, in their order. */
export async function readShown(page: Page): Promise<string[]> {
  return page
    .locator('#endpoints-table > tbody:visible > tr:first-child > td:nth-child(2)')
    .allTextContents();
}
