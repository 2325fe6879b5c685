import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findList } from '../../formats/chainlist/lists.js';
import type { ListDefinition } from '../../formats/list-definition.js';
import type { PlacedProblem } from '../../model/finding.js';
import type { AnyRuleText, Problem } from '../../model/rule.js';
import { parseJson } from '../json/parse-json.js';
import { judgeList } from './judge-list.js';
import { listRules } from './rules.js';
import { fileRules } from '../rules.js';

const wordings: Readonly<Record<string, AnyRuleText>> = { ...fileRules, ...listRules };

function requireList(name: string): ListDefinition {
  const list = findList(name);
  if (list === null) throw new Error(`${name} is not a list`);
  return list;
}

/** Judges the text of a list, whose kind the name of the file tells. */
function judgeText(name: string, text: string): readonly PlacedProblem[] {
  const document = parseJson(text);
  if ('kind' in document) throw new Error(`not JSON: ${text}`);
  const file = { path: `chain/example/${name}`, chain: 'example', text, ...document };
  return judgeList(file, requireList(name)).problems;
}

/** A problem as `rule: message; hint`. */
function word({ code, data }: Problem): string {
  const rule = wordings[code];
  if (rule === undefined) throw new Error(`unknown rule ${code}`);
  const [message, hint] = [rule.message, rule.hint].map((text) => (text as (data: unknown) => string)(data));
  return `${code}: ${message ?? ''}; ${hint ?? ''}`;
}

describe('the lists of a real registry have these problems and no others', () => {
  const directory = 'fixtures/registries/real/chain';

  test('83 lists', () => {
    let lists = 0;
    const found = readdirSync(directory).flatMap((chain) =>
      readdirSync(`${directory}/${chain}`)
        .filter((name) => findList(name) !== null)
        .flatMap((name) => {
          lists += 1;
          const problems = judgeText(name, readFileSync(`${directory}/${chain}/${name}`, 'utf8'));
          return problems.map(
            ({ problem, place: { range } }) => `${chain}/${name}:${range?.line ?? 0} ${word(problem)}`,
          );
        }),
    );
    expect(lists).toBe(83);
    const decimal = 'rename "decimal" to "decimals"';
    // Of the denoms that are not those of their paths, test/formats/fixtures.test.ts has the places.
    expect(found.filter((line) => !line.includes('list/ibc-denom'))).toEqual([
      'injective/assets.json:937 list/duplicate: duplicate denom ' +
        '"ibc/F6CC233E5C0EA36B1F74AB1AF98471A2D6A80E2542856639703E908B4D93E7C4", first on line 138; remove one of the two items',
      `medasdigital/assets.json:2 list/schema: "umedas" has no "decimals"; ${decimal}`,
      'medasdigital/assets.json:15 list/schema: ' +
        `"ibc/ED07A3391A112B175915CD8FAF43A2DA8E4790EDE12566649D0C2F97716B8518" has no "decimals"; ${decimal}`,
      'medasdigital/assets.json:35 list/schema: ' +
        `"ibc/B4C138B6F08A5BC826ABEFD56CAE828D2CF0A3B62A73B74AECC46D257371B125" has no "decimals"; ${decimal}`,
    ]);
  });
});

test('untrusted text is truncated', () => {
  const long = 'x'.repeat(100_000);
  const dashes = '-'.repeat(100_000);
  const item = `{"denom":"${long} ","symbol":"","decimals":"${long}"}`;
  const text = JSON.stringify(judgeText('assets.json', `[${item},${item},{"decimal${dashes}":1}]`));
  expect(text.length).toBeLessThan(10_000);
});
