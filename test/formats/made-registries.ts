import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNaively } from './naive-readers.js';

type Lists = Readonly<Record<string, readonly { readonly provider?: string }[]>>;

interface Chain {
  readonly chain_id?: string;
  readonly apis?: Lists;
  readonly peers?: Lists;
}

interface MadeChain {
  readonly chain_id: string | undefined;
  readonly apis: Record<string, object[]>;
  readonly peers: Record<string, object[]>;
}

const source = 'fixtures/real/chain-registry';

/** Writes the manifest that each provider of a real registry would publish; resolves to the names of the files. */
export async function writeManifests(directory: string): Promise<readonly string[]> {
  const manifests = new Map<string, MadeChain[]>();
  const found = await readdir(source, { recursive: true });
  for (const path of found.filter((name) => name.endsWith('chain.json')).sort()) {
    const chain = JSON.parse(await readFile(join(source, path), 'utf8')) as Chain;
    const made = new Map<string, MadeChain>();
    for (const part of ['apis', 'peers'] as const)
      for (const [list, items] of Object.entries(chain[part] ?? {}))
        for (const { provider, ...item } of items) {
          if (provider === undefined) continue;
          const file = made.get(provider) ?? { chain_id: chain.chain_id, apis: {}, peers: {} };
          made.set(provider, file);
          (file[part][list] ??= []).push(item);
        }
    for (const [provider, file] of made) manifests.set(provider, [...(manifests.get(provider) ?? []), file]);
  }
  const names: string[] = [];
  for (const [provider, chains] of manifests) {
    // The formats of many chains.
    if (chains.length < 10) continue;
    const name = `manifest-${names.length}.json`;
    const manifest = { manifest_version: 1, provider: { name: provider }, chains };
    await writeFile(join(directory, name), JSON.stringify(manifest, null, 2));
    names.push(name);
  }
  return names;
}

/** Writes the entries of real registries like a script, one a line; resolves to the names of the files. */
export async function writePlainEntries(directory: string): Promise<readonly string[]> {
  const formats = ['chain-registry', 'pingpub'];
  const found = await Promise.all(formats.map((format) => readNaively(format, `fixtures/real/${format}`)));
  const lines = found.flat().map(({ file, kind, url, provider, claim }) =>
    JSON.stringify({
      kind,
      url,
      chain: file,
      ...(claim === null ? {} : { chainId: claim }),
      ...(provider === null ? {} : { provider }),
    }),
  );
  await writeFile(join(directory, 'entries.jsonl'), `${lines.join('\n')}\n`);
  return ['entries.jsonl'];
}
