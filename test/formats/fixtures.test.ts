import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRegistry } from '../../src/index.js';
import { requireValid } from '../support/report-samples.js';

const directory = 'fixtures/registries';

/** Checks a registry of the fixtures, without network; the report has passed its schema. */
async function check(name: string) {
  return requireValid(await checkRegistry([`${directory}/${name}`], { network: false }));
}

describe('each registry of the fixtures gets its expected report', () => {
  const names = readdirSync(directory);

  test('there are these cases', () => {
    expect(names.sort()).toEqual(['broken', 'fields', 'good', 'layout', 'lists', 'real', 'urls', 'windows']);
  });

  test.each(names.filter((name) => name !== 'real'))('%s', async (name) => {
    const { findings, endpoints } = await check(name);
    const places = endpoints.map(({ file, pointer, line, column, verdict }) => ({
      file,
      pointer,
      line,
      column,
      verdict,
    }));
    // `npx vitest run --project fast test/formats/fixtures.test.ts -u` writes it.
    const text = `${JSON.stringify({ findings, endpoints: places }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../${directory}/${name}/expected.json`);
  });
});

describe('a real registry gets exactly these findings', () => {
  const expected = [
    'cerberus 13:13 file/schema',
    'cerberus 17:13 file/schema',
    'cheqd 1:1 file/no-endpoints',
    'cheqd 13:5 file/misspelled-field',
    'coreum 32:20 entry/url-scheme',
    'cronos 8:9 file/schema',
    'injective/assets.json 937:14 list/duplicate',
    'medasdigital/assets.json 2:3 list/schema',
    'medasdigital/assets.json 15:3 list/schema',
    'medasdigital/assets.json 35:3 list/schema',
    'medasdigital 13:5 file/misspelled-field',
    'mintstation-testnet 15:25 entry/provider-spelling',
    'nibiru 28:20 entry/url-scheme',
    'noble 18:25 entry/provider-spelling',
    'quasar 21:25 entry/provider-spelling',
    'station 13:5 file/misspelled-field',
  ];

  /** Lines with a denom that is not that of its path: of most, another path of these chains is. */
  const denoms: Readonly<Record<string, readonly number[]>> = {
    archway: [16, 76],
    cosmos: [576],
    crescent: [112],
    evmos: [345, 365],
    injective: [77, 1070],
    juno: [338, 358, 378, 399],
    medasdigital: [36],
    neutron: [98],
    osmosis: [848, 2117, 2277, 2316, 2336],
    stride: [256],
    umee: [282, 302],
  };

  test('76 files with endpoints, 83 lists', async () => {
    const { findings, endpoints, files, summary } = await check('real');
    const found = findings.map(({ file, line, column, rule }) => {
      const name = (file ?? '').replace(/^chain\//, '').replace(/\/param\.json$/, '');
      return `${name} ${line}:${column} ${rule}`;
    });
    const isMissing = (line: string) => line.endsWith(' file/chain-id-missing');
    const isDenom = (line: string) => line.endsWith(' list/ibc-denom');
    expect(found.filter((line) => !isMissing(line) && !isDenom(line))).toEqual(expected);
    expect(found.filter(isDenom)).toEqual(
      Object.entries(denoms).flatMap(([chain, lines]) =>
        lines.map((line) => `${chain}/assets.json ${line}:14 list/ibc-denom`),
      ),
    );
    // All but those without endpoints, and two with only malformed entries.
    expect(found.filter(isMissing)).toHaveLength(76 - 6 - 2);
    expect(files).toHaveLength(76 + 83);
    expect(endpoints.filter(({ kind }) => kind === 'grpc')).toHaveLength(273);
    expect(endpoints.filter(({ kind }) => kind === 'evm')).toHaveLength(7);
    expect(summary).toEqual({
      files: 76 + 83,
      endpoints: 280,
      passed: 0,
      failed: 0,
      invalid: 5,
      inconclusive: 0,
      skipped: 275,
      errors: 5 + 4 + 22,
      warnings: 3,
      notices: 4 + 68,
    });
  });
});
