import { describe, expect, test } from 'vitest';
import { rules } from '../index.js';

/** The codes are public: scripts select by them, so that none may change its name or its weight by accident. */
const severities = {
  'file/not-utf8': 'error',
  'file/too-large': 'error',
  'file/too-deep': 'error',
  'file/symlink': 'error',
  'file/unreadable': 'error',
  'file/unknown-format': 'error',
  'file/misplaced': 'error',
  'file/invalid-json': 'error',
  'file/duplicate-key': 'error',
  'file/forbidden-key': 'error',
  'file/schema': 'error',
  'file/misspelled-field': 'warning',
  'file/chain-id-missing': 'notice',
  'file/no-endpoints': 'notice',
  'file/unchecked-field': 'notice',
  'file/unsupported-chain': 'notice',
  'file/exclusion-expired': 'warning',
  'file/exclusion-unused': 'warning',
  'list/schema': 'error',
  'list/duplicate': 'error',
  'list/denom': 'error',
  'list/address': 'error',
  'list/decimals': 'error',
  'entry/duplicate': 'error',
  'entry/provider-empty': 'error',
  'entry/provider-missing': 'warning',
  'entry/host-name': 'notice',
  'entry/host-case': 'notice',
  'entry/same-address': 'warning',
  'entry/websocket-path': 'warning',
  'entry/provider-spelling': 'notice',
  'entry/url-malformed': 'error',
  'entry/url-whitespace': 'error',
  'file/chain-id': 'warning',
  'entry/url-scheme': 'error',
  'entry/url-port': 'error',
  'entry/url-path': 'error',
  'entry/url-credentials': 'error',
  'entry/url-placeholder': 'error',
  'entry/url-key': 'warning',
};

const ofFiles = rules.filter(({ code }) => /^(file|list|entry)\//.test(code));

describe('the rules for files are these, with these severities', () => {
  test('every one, and no other', () => {
    expect(Object.fromEntries(ofFiles.map(({ code, severity }) => [code, severity]))).toEqual(severities);
  });

  test.each(ofFiles.map((rule) => [rule.code, rule] as const))('%s is explained', (_code, rule) => {
    expect(rule.summary).toMatch(/^\S.{9,79}$/);
    expect(rule.summary).not.toMatch(/\.$/);
    expect(rule.explanation).toMatch(/^\S.{39,}\.$/s);
    // A file is what it is: none of these passes by itself, and none is anybody's opinion.
    expect([rule.inconclusive, rule.transient]).toEqual([undefined, undefined]);
  });
});
