import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';

const page = readFileSync('docs/fixing.md', 'utf8');
const fixable = rules.filter((rule) => rule.fixable !== undefined).map(({ code }) => code);

describe('docs/fixing.md has an example of each fix that the program makes', () => {
  test.each(fixable)('%s, with the change of a file', (code) => {
    const [section = ''] = page.split(/^#{2,3} /m).filter((part) => part.startsWith(`[${code}](`));
    const diffs = [...section.matchAll(/^```diff\n([^]*?)^```$/gm)].map(([, diff = '']) => diff);
    expect(diffs).not.toEqual([]);
    for (const diff of diffs) expect(diff).toMatch(/^(-|# .* UTF-8)/m);
  });

  test('and no others', () => {
    const sections = [...page.matchAll(/^### \[(\w+\/.*?)\]/gm)].map(([, code]) => code);
    expect(sections).toEqual(fixable);
  });
});

test('the explanation of a fixable rule describes the fix, and other explanations do not', () => {
  const naming = rules.filter(({ explanation }) => explanation.includes('`--fix')).map(({ code }) => code);
  expect(naming).toEqual(fixable);
});
