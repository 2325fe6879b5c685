import { createHash } from 'node:crypto';
import { XmlAttribute, type XmlDocument, XmlElement } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { mixed, options, read, render, textOf, texts } from '../../test/support/html-pages.js';
import { endpoint, finding, report } from '../../test/support/report-samples.js';
import type { Finding } from '../model/finding.js';
import type { Report } from '../model/report.js';
import { escapeTerminal } from './escape.js';
import { render as renderHtml } from './html.js';

/** A report with the text in each place that may contain untrusted text. */
function everywhere(text: string): Report {
  const hostile: Partial<Finding> = { message: text, hint: text, file: text };
  return {
    ...report(
      [
        endpoint({
          file: text,
          chain: text,
          kind: text as 'evm',
          provider: text,
          url: text,
          facts: {
            chainId: text,
            blockHeight: text,
            [text]: { [text]: text },
            list: [text],
            phasesMs: { dns: text },
          },
          history: {
            chains: [text],
            firstSeen: `first ${text}`,
            lastSeen: text,
            lastRun: text,
            lastPass: text,
            streak: { verdict: 'fail', runs: 1, since: text, rules: [text] },
            structural: { runs: 1, since: text },
            days: text.toLowerCase(),
            latencyMs: null,
            uptime30d: 0.5,
          },
        }),
      ],
      [finding(hostile), finding({ ...hostile, rule: text }), finding({ ...hostile, endpoint: null })],
      [text],
    ),
    startedAt: text,
    tool: { name: text, version: text },
  };
}

/** Names of elements and attributes in their order, without their values. */
function skeletonOf(page: XmlDocument): string[] {
  return page
    .find('//* | //@*')
    .map((node) =>
      node instanceof XmlElement ? node.name : node instanceof XmlAttribute ? `@${node.name}` : '',
    );
}

describe('untrusted text acts on nothing', () => {
  test.each([
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '</style><img src=x onerror=alert(1)>',
    '</title></textarea><svg onload=alert(1)>',
    '"><b onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    'javascript:alert(1)',
    'https://example.com/" style="x',
    '<!-- -->',
    ']]>',
    '&lt;b&gt;&#60;b&#62;&',
    'a\0b\x1b[31mc\u202ed\u2028e',
  ])('%j', (text) => {
    const html = renderHtml(everywhere(text), { ...options, scope: text });
    const page = read(html);
    expect(skeletonOf(page)).toEqual(skeletonOf(render(everywhere('harmless'), { scope: 'harmless' })));
    expect(texts(page, '//tbody[@data-verdict]//th/code')).toEqual([
      textOf(page.get('//th/code') ?? page.root),
    ]);
    expect(page.get('//th/code')?.content).toBe(escapeTerminal(text));
    expect(page.get('//ul[@class="findings"]/li/p')?.content).toBe(escapeTerminal(text));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/[\0\x1b\u202e\u2028]/);
    // The page's own line ends are no text.
    expect(html).not.toContain('\\x0a');
  });

  test('keys in urls are hidden everywhere', () => {
    const key = 'a1b2c3d4e5f6a7b8c9d0';
    const sample = everywhere(`see https://user:${key}@rpc.example.com/v3/${key}?apikey=${key} there`);
    const html = renderHtml(sample, { ...options, scope: `https://rpc.example.com/v3/${key}` });
    expect(html).toContain('rpc.example.com/v3/*');
    expect(html).not.toContain(key);
  });
});

describe('the page loads nothing but itself', () => {
  const html = renderHtml(mixed, options);
  const inside = (name: string) => new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(html)?.[1] ?? '';

  test('its policy allows exactly the style and script in it', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = texts(read(html), '//meta[@http-equiv="Content-Security-Policy"]/@content');
    expect(policy).toEqual([
      `default-src 'none'; style-src ${hash(inside('style'))}; script-src ${hash(inside('script'))}; ` +
        "base-uri 'none'; form-action 'none'",
    ]);
  });

  test('nothing in it refers to another page or runs by itself', () => {
    const page = read(html);
    expect(inside('style')).not.toMatch(/url\(|@import|https?:/);
    expect(inside('script')).not.toMatch(/fetch|import|XMLHttp|https?:|innerHTML|eval/);
    expect(
      page.find('//@src | //@srcset | //@style | //@action | //@data | //link | //base | //iframe'),
    ).toEqual([]);
    expect(page.find('//@*[starts-with(name(), "on")]')).toEqual([]);
    expect(texts(page, '//@href').filter((link) => !link.startsWith('#'))).toEqual([]);
  });

  test('its style and script are the same for every report', () => {
    const otherPage = renderHtml(everywhere('hostile'), options);
    for (const name of ['style', 'script']) {
      expect(inside(name)).not.toBe('');
      expect(otherPage).toContain(`<${name}>${inside(name)}</${name}>`);
    }
  });
});
