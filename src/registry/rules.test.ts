import { describe, expect, test } from 'vitest';
import { rules } from '../index.js';

/** The codes are public: scripts select by them, so that none may change its name or its weight by accident. */
const severities = {
  'param/not-utf8': 'error',
  'param/too-large': 'error',
  'param/too-deep': 'error',
  'param/symlink': 'error',
  'param/unreadable': 'error',
  'param/misplaced-file': 'error',
  'param/invalid-json': 'error',
  'param/duplicate-key': 'error',
  'param/forbidden-key': 'error',
  'param/schema': 'error',
  'param/misspelled-member': 'warning',
  'param/no-endpoints': 'notice',
  'param/duplicate-url': 'error',
  'param/provider-empty': 'error',
  'param/provider-spelling': 'notice',
  'param/url-malformed': 'error',
  'param/url-whitespace': 'error',
  'param/chain-id': 'warning',
  'param/grpc-url-scheme': 'error',
  'param/grpc-url-port': 'error',
  'param/grpc-url-path': 'error',
  'param/evm-url-not-https': 'error',
  'param/evm-url-credentials': 'error',
  'param/evm-url-placeholder': 'error',
};

const ofFiles = rules.filter(({ code }) => code.startsWith('param/'));

describe('the rules for files are these, with these weights', () => {
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
