import assert from 'node:assert/strict';
import { checks } from '../../../src/checks/index.js';
import { findList } from '../../../src/formats/chainlist/lists.js';
import type { ListDefinition } from '../../../src/formats/list-definition.js';
import { isJsonObject } from '../../../src/model/json.js';
import { removeInvisible } from '../../../src/registry/lists/judge-list.js';
import { loadFile } from '../../../src/registry/load-file.js';
import { judgeText } from '../../support/registry-files.js';
import { checkFixing, checkPlaces } from './formats.js';
import { listSeedFiles } from './seed-files.js';
import { readJson, type Target } from './target.js';

const names = ['assets_2.json', 'erc20_2.json', 'cw20_2.json'] as const;

/** The lists beside the endpoints: everything is where it is reported, and a fix loses no item and is made once. */
export const listTargets: readonly Target[] = names.map((name): Target => {
  const list = findList(name);
  assert.ok(list !== null);
  const location = { path: `chain/example/${name}`, format: null, chain: 'example', expected: null, list };
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
      checkPlaces(loadFile(location, { text, problem: null }, checks), text);
      const fixed = checkFixing(text, (content) => judgeText(location, content));
      const after = listIdentities(fixed.text, list);
      for (const identity of listIdentities(text, list)) assert.ok(after.has(identity), `lost: ${identity}`);
    },
  };
});

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
