import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkRegistry, type Report } from '../../src/index.js';
import { requireValid } from '../support/report-samples.js';
import { writeManifests, writePlainEntries } from './made-registries.js';
import { type NaiveEntry, nameInRegistry, readNaively, naiveFormats } from './naive-readers.js';

const copies: string[] = [];
afterAll(() => Promise.all(copies.map((directory) => rm(directory, { recursive: true }))));

/** A registry, and the files of it to pass. */
interface Copy {
  readonly directory: string;
  readonly paths: readonly string[];
}

/** A copy of a real registry, with the original names of its files, or files made from one. */
async function copyRegistry(format: string): Promise<Copy> {
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-real-'));
  copies.push(directory);
  if (format === 'manifest') return { directory, paths: await writeManifests(directory) };
  if (format === 'entries') return { directory, paths: await writePlainEntries(directory) };
  const original = format === 'chainlist' ? 'fixtures/registries/real' : join('fixtures/real', format);
  await cp(original, directory, { recursive: true });
  for (const { name, parentPath } of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (name.includes('%3A')) await rename(join(parentPath, name), join(parentPath, nameInRegistry(name)));
  }
  return { directory, paths: [] };
}

const key = ({ file, kind, url, provider, claim }: Omit<NaiveEntry, 'killed'>) =>
  JSON.stringify([file, kind, url, provider, claim]);

const slips: Readonly<Partial<Record<string, readonly string[]>>> = {
  chainlist: ['entry/url-scheme chain/coreum/param.json:32'],
  'chain-registry': [
    'entry/url-path babylon/chain.json:172',
    'entry/url-path likecoin/chain.json:176',
    'entry/url-path gonka/chain.json:202',
    'entry/same-address chain4energy/chain.json:545',
    'entry/url-scheme chain4energy/chain.json:373',
    'entry/same-address akash/chain.json:278',
    'entry/same-address comdex/chain.json:270',
    'entry/duplicate andromeda/chain.json:227',
    'entry/duplicate archway/chain.json:236',
    'entry/duplicate gitopia/chain.json:490',
    'entry/websocket-path jackal/chain.json:126',
    'entry/host-name highbury/chain.json:78',
    'entry/peer-id testnets/agoricdevnet/chain.json:86',
  ],
};

describe.each(naiveFormats)('every entry of a real registry is read: %s', (format) => {
  let directory: string;
  let report: Report;
  let naive: NaiveEntry[];

  beforeAll(async () => {
    const copy = await copyRegistry(format);
    directory = copy.directory;
    naive = await readNaively(format, directory);
    // Of the library, since the command line masks keys.
    report = await checkRegistry(copy.paths, { network: false, cwd: directory });
  });

  test('with the same kinds, addresses, providers and claims as a naive program finds', () => {
    requireValid(report);
    expect(naive.length).toBeGreaterThan(100);
    const read = report.endpoints.map(({ file, kind, url, provider, claim }) =>
      key({ file: file ?? '', kind, url, provider, claim: claim?.chainId ?? null }),
    );
    expect(read.sort()).toEqual(naive.map(key).sort());
    expect(new Set(report.files.map((file) => file.format))).toEqual(new Set([format]));
  });

  test('each at the line of its address, and slips at their lines', async () => {
    const lines = new Map<string, string[]>();
    for (const { path } of report.files)
      lines.set(path, (await readFile(join(directory, path), 'utf8')).split('\n'));
    for (const { file, line, kind, url } of report.endpoints) {
      const text = lines
        .get(file ?? '')
        ?.slice((line ?? 0) - 1, (line ?? 0) + 4)
        .join('\n');
      // The id of a peer has a separate field, except in plain entries, and the websocket of Keplr is that of its rpc.
      const address =
        kind === 'peer' && format !== 'entries' ? url?.slice(url.indexOf('@') + 1).replace(/^@/, '') : url;
      const written =
        format === 'keplr' && kind === 'ws' ? /(?<=^wss)(.*?)\/?(?=\/websocket$)/.exec(url ?? '')?.[1] : null;
      if (url !== null)
        expect(text).toContain(written == null ? JSON.stringify(address) : `"https${written}`);
    }
    const found = report.findings.map(({ rule, file, line }) => `${rule} ${file ?? ''}:${line ?? 0}`);
    expect(found).toEqual(expect.arrayContaining([...(slips[format] ?? [])]));
  });

  test('those of ended chains are skipped, and problems of their files are only notices', () => {
    const killed = naive.filter((entry) => entry.killed);
    const skipped = report.endpoints.filter(({ skipReason }) => skipReason === 'the chain has ended');
    expect(skipped).toHaveLength(killed.length);
    const files = new Set(killed.map(({ file }) => file));
    const findings = report.findings.filter(({ file }) => files.has(file ?? ''));
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  });
});
