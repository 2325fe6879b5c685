import assert from 'node:assert/strict';
import { checks } from '../../../src/checks/index.js';
import { findList } from '../../../src/formats/chainlist/lists.js';
import type { ListDefinition } from '../../../src/formats/list-definition.js';
import { isJsonObject } from '../../../src/model/json.js';
import { fixText } from '../../../src/registry/edit/fix-text.js';
import { removeInvisible } from '../../../src/registry/lists/judge-item.js';
import { type FileLocation, type LoadedFile, loadFile } from '../../../src/registry/load-file.js';
import { judgeText } from '../../support/registry-files.js';
import { checkPlaces, isFixable } from './formats.js';
import { listSeedFiles } from './seed-files.js';
import { readJson, type Target } from './target.js';

const names = ['assets_2.json', 'erc20_2.json', 'cw20_2.json'] as const;

/** The lists beside the endpoints: everything is where it is reported, and a fix loses no item and is made once. */
export const listTargets: readonly Target[] = names.map((name): Target => {
  const list = findList(name);
  assert.ok(list !== null);
  const endings = [name, name.replace('_2', '')];
  return {
    name: `list-${list.name}`,
    longest: 6_000,
    seeds: [
      '[]',
      '[{"denom":"ukava","symbol":"KAVA","decimals":6},{"denom":"ukava","symbol":"KAVA","decimals":6}]',
      '[{"contract":"0x0000000000000000000000000000000000000001 ","symbol":"A","decimals":"6"}]',
      '[{"adress":"0xAbcdef0000000000000000000000000000000001","Symbol":"","decimals":-1},null,[]]',
      ...endings.flatMap((ending) => listSeedFiles('fixtures/registries', ending, 4).map(({ text }) => text)),
    ],
    check: (text) => {
      const load = (content: string) => loadList(content, name, list);
      const file = load(text);
      checkPlaces(file, text);
      const judge = (content: string) => judgeText(locate(name, list), content);
      const options = { judge, accepts: isFixable };
      const { text: fixed, fixed: problems } = fixText(text, judge(text), options);
      assert.equal(fixed !== text, problems.length > 0, 'fixes without a change, or the other way round');
      if (readJson(text) !== undefined) {
        const after = listIdentities(fixed, list);
        assert.notEqual(readJson(fixed), undefined, 'the fixed file does not parse');
        for (const identity of listIdentities(text, list))
          assert.ok(after.has(identity), `lost: ${identity}`);
      }
      assert.equal(fixText(fixed, judge(fixed), options).text, fixed, 'fixed twice is not fixed once');
    },
  };
});

function loadList(text: string, name: string, list: ListDefinition): LoadedFile {
  return loadFile(locate(name, list), { text, problem: null }, checks);
}

function locate(name: string, list: ListDefinition): FileLocation {
  return { path: `chain/example/${name}`, format: null, chain: 'example', expected: null, list };
}

/** The identities of the items, in one spelling. */
function listIdentities(text: string, { items }: ListDefinition): ReadonlySet<string> {
  const value = readJson(text);
  if (!Array.isArray(value) || items === null) return new Set();
  const { identity, identityForm } = items;
  return new Set(
    value.flatMap((item: unknown) =>
      identity.flatMap(({ name }) => {
        const written = isJsonObject(item) ? item[name] : undefined;
        return typeof written === 'string' ? [identityForm.fold(removeInvisible(written))] : [];
      }),
    ),
  );
}
