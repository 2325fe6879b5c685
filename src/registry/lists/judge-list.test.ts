import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { atom, describeProblems, judgeText, neta, usdt, word } from '../../../test/support/lists.js';
import { findList } from '../../formats/chainlist/lists.js';

describe('a list is an array of objects', () => {
  test.each([
    ['assets.json', '[]'],
    ['assets_2.json', `[${atom}, {"denom":"UATOM","symbol":"ATOM","decimals":30,"x":{"denom":1}}]`],
    ['erc20.json', `[${usdt}]`],
    ['cw20_2.json', `[${neta}]`],
  ])('%s with %s', (name, text) => {
    expect(judgeText(name, text)).toEqual([]);
  });

  test.each([
    [
      'an item in place of the array',
      atom,
      ' 1:1-47 list/schema: the file must be an array, got an object; put the object in brackets: [ { … } ]',
    ],
    [
      'another object',
      '{"assets":[]}',
      ' 1:1-14 list/schema: the file must be an array, got an object; write an array of objects',
    ],
    ['null', 'null', ' 1:1-5 list/schema: the file must be an array, got null; write an array of objects'],
    [
      'items that are none',
      `[\n${atom}, "uatom"]`,
      '/1 2:49-56 list/schema: an item must be an object, got a string; write an object, or remove the item',
    ],
    [
      'a list in a list',
      `[[${atom}]]`,
      '/0 1:2-50 list/schema: an item must be an object, got an array; write an object, or remove the item',
    ],
  ])('%s', (_title, text, expected) => {
    expect(describeProblems('assets.json', text)).toEqual([expected]);
  });

  test('keys are judged as in parameter files', () => {
    const text = `[${atom},{"denom":"b","symbol":"B","decimals":1,\n"decimals":2,"__proto__":3}]`;
    expect(describeProblems('assets.json', text)).toEqual([
      '/1/decimals 2:1-11 file/duplicate-key: duplicate key "decimals", first on line 1; keep one of them',
      '/1/__proto__ 2:14-25 file/forbidden-key: forbidden key "__proto__"; remove the field',
    ]);
  });

  test.each(['erc721.json', 'cw721_2.json'])('%s is judged by its keys only', (name) => {
    expect(judgeText(name, '[1,{"contractAddress":""},{}]')).toEqual([]);
    expect(judgeText(name, '{"a":1,"a":2}')).toHaveLength(1);
  });
});

describe('an asset or a contract may be listed only once', () => {
  const lower = usdt.toLowerCase();
  test.each([
    ['assets.json', atom, atom, 'duplicate denom "uatom", first on line 2'],
    [
      'erc20.json',
      usdt,
      usdt,
      'duplicate contract "0xdAC17F958D2ee523a2206206994597C13D831ec7", first on line 2',
    ],
    [
      'erc20.json',
      usdt,
      lower,
      'duplicate contract "0xdac17f958d2ee523a2206206994597c13d831ec7", first on line 2',
    ],
    [
      'erc20.json',
      usdt,
      lower.replace('contract', 'address'),
      'duplicate address "0xdac17f958d2ee523a2206206994597c13d831ec7", first on line 2',
    ],
    [
      'cw20.json',
      neta,
      neta,
      'duplicate address "juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr", first on line 2',
    ],
  ])('%s: %s, %s', (name, first, second, message) => {
    const [found, ...more] = judgeText(name, `[\n${first},\n${second}]`);
    expect(more).toEqual([]);
    expect(found?.place.pointer).toMatch(/^\/1\/(denom|contract|address)$/);
    expect(found?.place.range?.line).toBe(3);
    expect(found === undefined ? '' : word(found.problem)).toBe(
      `list/duplicate: ${message}; remove one of the two items`,
    );
  });

  test('three times: two findings, which name the first occurrence', () => {
    const found = judgeText('assets.json', `[${atom},\n${atom},\n${atom}]`);
    expect(found.map(({ problem, place }) => [place.range?.line, problem.data['firstLine']])).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  test.each([
    ['denoms in other capitals', 'assets.json', atom, atom.replace('uatom', 'uAtom')],
    ['denoms that are malformed', 'assets.json', '{"denom":""}', '{"denom":""}'],
    ['symbols', 'assets.json', atom, atom.replace('uatom', 'uatom2')],
  ])('%s are no duplicates', (_title, name, first, second) => {
    const codes = judgeText(name, `[${first},${second}]`).map(({ problem }) => problem.code);
    expect(codes).not.toContain('list/duplicate');
  });
});

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
