import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository } from '../../../test/support/repository.js';
import { checkRegistry } from '../../index.js';

type Files = Readonly<Record<string, string>>;

async function check(directory: string, since?: string) {
  const { findings } = await checkRegistry([directory], {
    network: false,
    ...(since === undefined ? {} : { since }),
  });
  return findings
    .filter(({ rule }) => rule !== 'list/schema')
    .map(
      ({ rule, severity, file, line, message, baselineState }) =>
        `${baselineState === 'unchanged' ? 'unchanged ' : ''}${severity} ${rule} ${file ?? ''}:${line ?? 0} ${message}`,
    );
}

const checkFiles = async (files: Files) =>
  check(await createDirectory({ 'chain.schema.json': '{}', ...files }));

const atom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
/** Of transfer/channel-557/transfer/channel-0/uatom. */
const atomOfMars = 'ibc/FA0006F056DB6719B8C16C551FC392B62F5729978FC0B125AC9A432DBB2AA1A5';

/** An asset of chain-registry. */
const listed = (base: string, path?: string, more: readonly object[] = []) =>
  JSON.stringify({
    assets: [{ base, traces: [...more, { type: 'ibc', chain: { channel_id: 'channel-0', path } }] }],
  });

/** An item of assets.json, and one of assets_2.json. */
const item = (denom: string, port: string, channel: string, other: string, path = 'a>b') =>
  JSON.stringify([
    { denom, port, channel, counter_party: { port: 'transfer', channel: 'channel-9', denom: other }, path },
  ]);
const newItem = (denom: string, client: object | undefined, other: string, chain = 'a') =>
  JSON.stringify([{ denom, ibc_info: { path: 'x>y', client, counterparty: { chain, denom: other } } }]);

describe('the denom of an asset from IBC is the hash of its path', () => {
  const client = { port: 'transfer', channel: 'channel-0' };

  test.each<[string, Files]>([
    ['one hop', { 'osmosis/assetlist.json': listed(atom, 'transfer/channel-0/uatom') }],
    [
      'two hops',
      {
        'babylon/assetlist.json': listed(
          'ibc/89EE10FCF78800B572BAAC7080AEFA301B5F3BBC51C5371E907EB129C5B900E7',
          'transfer/channel-0/transfer/channel-1340/uclbtc',
        ),
      },
    ],
    [
      'a denom with slashes',
      {
        'archway/assetlist.json': listed(
          'ibc/7364C29ED876F05A82628B738AA2F0D53724991FD0220858570D7A3844B67F58',
          'transfer/channel-1/factory/osmo1qdvwftqd8ml6t9w6dmj97m03ck5ghqqmd8y7cm/cult',
        ),
      },
    ],
    [
      'a CW20 token, below testnets',
      {
        'testnets/osmosistestnet/assetlist.json': listed(
          'ibc/F6B691D5F7126579DDC87357B09D653B47FDCE0A3383FF33C8D8B544FE29A8A6',
          'transfer/channel-169/cw20:juno1g2g7ucurum66d42g8k5twk34yegdq8c82858gz0tq2fc75zy7khssgnhjl',
        ),
      },
    ],
    [
      'a client of IBC v2',
      {
        'cosmoshub/assetlist.json': listed(
          'ibc/C0B53D3D23827AE38058BED0BDCD554229278AF530A8D265FCF6DFF7C4B2ADFF',
          'transfer/08-wasm-1369/0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
        ),
      },
    ],
    [
      'the last trace counts',
      {
        'x/assetlist.json': listed(atom, 'transfer/channel-0/uatom', [
          { chain: { path: 'transfer/channel-1/uatom' } },
        ]),
      },
    ],
    ['no path', { 'x/assetlist.json': listed(atom) }],
    ['another denom', { 'x/assetlist.json': listed('uatom', 'transfer/channel-1/uatom') }],
    [
      'no assets',
      { 'x/assetlist.json': '{"assets":{}}', 'y/assetlist.json': '[]', 'z/assetlist.json': '{"assets":[5]}' },
    ],
    [
      'a template',
      { 'x/chain.json': '{}', '_template/assetlist.json': listed(atom, 'transfer/channel-1/uatom') },
    ],

    ['chainlist', { 'chain/osmosis/assets.json': item(atom, 'transfer', 'channel-0', 'uatom') }],
    [
      'chainlist without cw20:',
      {
        'chain/injective/assets.json': item(
          'ibc/EBD5A24C554198EBAF44979C5B4D2C2D312E6EBAB71962C92F735499C7575839',
          'transfer',
          'channel-104',
          'terra1nsuqsk6kh58ulczatwev87ttq2z6r3pusulg9r24mfj2fvtzd4uq3exn26',
        ),
      },
    ],
    [
      'chainlist without the capitals of an address',
      {
        'chain/canto/assets.json': item(
          'ibc/17CD484EE7D9723B847D95015FA3EBD1572FD13BC84FB838F55B18A57450F25B',
          'transfer',
          'channel-0',
          'gravity0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        ),
      },
    ],
    [
      'chainlist, with a path on the other chain',
      { 'chain/mars/assets.json': item(atomOfMars, 'transfer', 'channel-1', atom) },
    ],
    ['assets_2.json', { 'chain/osmosis/assets_2.json': newItem(atom, client, 'uatom') }],
    ['assets_2.json without a client', { 'chain/osmosis/assets_2.json': newItem(atom, undefined, 'uosmo') }],
    ['no origin', { 'chain/osmosis/assets.json': JSON.stringify([{ denom: atom }]) }],
  ])('%s', async (_, files) => {
    const findings = await checkFiles(files);
    expect(findings.filter((finding) => !finding.includes('file/'))).toEqual([]);
  });

  test.each<[string, Files, string]>([
    [
      'another channel',
      { 'x/assetlist.json': listed(atom, 'transfer/channel-1/uatom') },
      'x/assetlist.json:1',
    ],
    [
      'another case',
      { 'x/assetlist.json': listed(atom.toLowerCase(), 'transfer/channel-0/uatom') },
      'x/assetlist.json:1',
    ],
    [
      'chainlist',
      { 'chain/x/assets.json': item(atom, 'transfer', 'channel-1', 'uatom') },
      'chain/x/assets.json:1',
    ],
    [
      'assets_2.json',
      { 'chain/x/assets_2.json': newItem(atom, { ...client, channel: 'channel-1' }, 'uatom') },
      'chain/x/assets_2.json:1',
    ],
  ])('another one is an error: %s', async (_, files, place) => {
    const findings = await checkFiles(files);
    expect(findings).toEqual([
      expect.stringMatching(
        `^error list/ibc-denom ${place} ibc/\\S+ is not the denom of transfer/channel-\\d/uatom$`,
      ),
    ]);
  });

  test('one whose form is wrong is reported once', async () => {
    const findings = await checkFiles({
      'chain/x/assets.json': item('ibc/27394', 'transfer', 'channel-0', 'uatom'),
    });
    expect(findings).toEqual([expect.stringContaining('list/denom')]);
  });
});

describe('the list of the chain before completes a path', () => {
  const ofOsmosis = { 'chain/osmosis/assets.json': item(atom, 'transfer', 'channel-0', 'uatom') };
  const wrong = {
    'chain/mars/assets.json': item(atomOfMars, 'transfer', 'channel-2', atom, 'cosmos>osmosis>mars'),
  };
  const finding = `error list/ibc-denom chain/mars/assets.json:1 ${atomOfMars} is not the denom of transfer/channel-2/transfer/channel-0/uatom`;

  test.each<[string, Files, readonly string[]]>([
    [
      'right',
      {
        ...ofOsmosis,
        'chain/mars/assets.json': wrong['chain/mars/assets.json'].replace('channel-2', 'channel-1'),
      },
      [],
    ],
    ['wrong', { ...ofOsmosis, ...wrong }, [finding]],
    [
      'in the newer form',
      {
        ...ofOsmosis,
        'chain/mars/assets_2.json': newItem(
          atomOfMars,
          { port: 'transfer', channel: 'channel-2' },
          atom,
          'osmosis',
        ),
      },
      [finding.replace('assets', 'assets_2')],
    ],
    ['not there', wrong, []],
    ['on another chain', { 'chain/juno/assets.json': ofOsmosis['chain/osmosis/assets.json'], ...wrong }, []],
  ])('%s', async (_, files, expected) => {
    expect(await checkFiles(files)).toEqual(expected);
  });

  test('what was wrong before is no error of a change', async () => {
    const repository = await createRepository({ ...ofOsmosis, ...wrong });
    await repository.write({ 'chain/mars/assets.json': wrong['chain/mars/assets.json'].replace('[', '\n[') });
    expect(await check(repository.directory, 'HEAD')).toEqual([
      `unchanged ${finding}`.replace('error', 'warning').replace(':1', ':2'),
    ]);
    await repository.write({
      'chain/mars/assets.json': wrong['chain/mars/assets.json'].replace('channel-2', 'channel-3'),
    });
    expect(await check(repository.directory, 'HEAD')).toEqual([finding.replace('channel-2', 'channel-3')]);
  });
});
