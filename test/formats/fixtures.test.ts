import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRegistry } from '../../src/index.js';
import { requireValid } from '../support/report-schema.js';

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

  test('76 files with endpoints, 83 lists', async () => {
    const { findings, endpoints, files, summary } = await check('real');
    const found = findings.map(({ file, line, column, rule }) => {
      const name = (file ?? '').replace(/^chain\//, '').replace(/\/param\.json$/, '');
      return `${name} ${line}:${column} ${rule}`;
    });
    const isMissing = (line: string) => line.endsWith(' file/chain-id-missing');
    expect(found.filter((line) => !isMissing(line))).toEqual(expected);
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
      errors: 5 + 4,
      warnings: 3,
      notices: 4 + 68,
    });
  });
});
