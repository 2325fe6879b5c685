import { describe, expect, test } from 'vitest';
import { writeCommandLineOption, writeLibraryOption } from '../model/write-option.js';
import { findSeverity, getRule, rules, wordProblem } from './rule-catalogue.js';

// docs/rules.md promises which codes exist, and their severities: `npm run check` fails if a change makes the page stale.

describe('every rule', () => {
  test('has a unique code, family/what-is-wrong', () => {
    const codes = rules.map(({ code }) => code);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z\d]+(-[a-z\d]+)*$/);
  });

  test('explains itself: a summary of one line, and a paragraph of Markdown', () => {
    for (const { code, summary, explanation } of rules) {
      expect(summary, code).toMatch(/^\S.{9,78}[^.\s]$/);
      expect(explanation, code).toMatch(/^(gRPC|[A-Z`0-9])[^]{38,}[.`]$/);
    }
  });

  test('makes a message and a hint of its sample, in the style of all messages', () => {
    for (const { code, sample } of rules) {
      const { message, hint } = wordProblem({ code, data: sample });
      for (const text of [message, hint]) {
        expect(text, code).toMatch(/^\S.*[^.\s]$/);
        expect(text, code).not.toMatch(/^[A-Z][a-z]+ |\n|undefined|(?<!is )null|NaN|\[object|, "",|\(\)/);
        // Not used now, but refused: phrases that a reader has to read twice, in messages that all users see.
        expect(text, code).not.toMatch(/\b(it|this) is no |there is no .*; there are |what answers/i);
      }
    }
  });

  test('names no option of the command line to callers of the library', () => {
    // Options of geth, and whole commands.
    const foreign = /--(http|ws)\b[.\w]*|(endpoint-check|git) [^;]*/g;
    for (const { code, sample } of rules) {
      const { message, hint } = wordProblem({ code, data: sample }, writeLibraryOption);
      expect(`${message}; ${hint}`.replaceAll(foreign, ''), code).not.toMatch(/--\w/);
    }
  });

  test('of files is proved, and stays until the file changes', () => {
    for (const { code, inconclusive, transient } of rules.filter(({ code }) =>
      /^(file|list|entry)\//.test(code),
    ))
      expect([inconclusive, transient], code).toEqual([undefined, undefined]);
  });

  test('that proves nothing is a notice', () => {
    for (const { code, severity } of rules.filter(({ inconclusive }) => inconclusive))
      expect(severity, code).toBe('notice');
  });
});

describe('some problems of a rule weigh less', () => {
  test('a redirect that was followed is a warning', () => {
    const data = { status: 301, location: 'https://rpc.example.com/' };
    const severityOf = (more: object) => findSeverity({ code: 'http/redirect', data: { ...data, ...more } });
    expect([severityOf({}), severityOf({ followed: data.location })]).toEqual(['error', 'warning']);
    expect(findSeverity({ code: 'http/status', data: { status: 404, request: 'rpc' } })).toBe('error');
  });

  test('an item of a query service may be missing, a list must not', () => {
    const severityOf = (isItem: boolean) =>
      findSeverity({ code: 'query/nothing-there', data: { route: 'assets', isItem, detail: null } });
    expect([severityOf(true), severityOf(false)]).toEqual(['notice', 'error']);
  });
});

test('an unknown code is a bug of the program', () => {
  expect(() => getRule({ code: 'net/nothing' })).toThrow('unknown rule net/nothing');
  expect(() => getRule({ code: 'constructor' })).toThrow('unknown rule constructor');
});

test('the hint names an option as the command line does, by default', () => {
  const problem = { code: 'net/proxy-failed', data: { proxy: 'proxy.example.com:3128', detail: 'HTTP 407' } };
  expect(wordProblem(problem)).toEqual(wordProblem(problem, writeCommandLineOption));
  expect(wordProblem(problem).hint).toContain('--proxy');
});
