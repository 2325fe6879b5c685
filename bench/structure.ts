// The structure of a registry's files, without the network: whole processes, compared with validators of the same schema; and how time and memory grow
// with the entries of registries that are not in JSON.
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import { formatCount, holdMemory, holdRounds, measureInTurn, type Options } from './table.js';
import { type Language, languages, makeForeignRegistry, writeRegistry } from './support/registries.js';
import { findAjvCli, findCheckJsonschema } from './support/peers.js';
import { runEmpty, runOrThrow, runProgram, runTool } from './support/process.js';

const schema = 'schemas/param.schema.json';
const perFile = 10;
/** Of a few files, tried without gain: a compile cache (Node 20 has none), eager and lazy compilation. */
const startReason = 'a third is loading, the rest code that runs for the first time';
/**
 * Of many, tried without gain: one read buffer, sizes of the young generation, garbage collection on one thread, other compilers of V8, sources in ASCII
 * alone, public fields in place of private ones.
 */
const reason = 'a third is loading and garbage collection, the rest opening files and making entries';

export async function measureStructure({ peers, quick }: Options) {
  const rows = [];
  for (const count of quick ? [100] : [100, 1_000])
    rows.push(...(await measureFiles(count, peers, quick ? 1 : 7)));
  return [...rows, ...(await measureLanguages(quick ? 1_000 : 10_000))];
}

function measureFiles(count: number, peers: boolean, rounds: number) {
  return withFiles([], async (directory) => {
    const entries = Array.from({ length: count * perFile }, (_, index) => {
      const host = `node${index}.example.com`;
      return index % 2 === 0 ? { kind: 'grpc', url: `${host}:443` } : { kind: 'evm', url: `https://${host}` };
    });
    await writeRegistry(directory, entries, perFile);
    const work = `structure of ${formatCount(count)} files`;
    const { ours, ...theirs } = await measureInTurn(
      {
        ours: () => runProgram(['check', directory, '--no-network']),
        ...(count === 100 && { 'node -e 0': runEmpty }),
        ...(peers && (await findPeers(join(directory, 'chain', '*', 'param.json')))),
      },
      rounds,
    );
    return Object.entries(theirs).map(([name, base]) =>
      name === 'node -e 0'
        ? holdRounds(work, 'wallMs', ours, [name, base], 2, startReason)
        : holdRounds(work, 'wallMs', ours, [name, base], 1, reason),
    );
  });
}

async function findPeers(pattern: string) {
  const ajv = await findAjvCli();
  const program = await findCheckJsonschema();
  const args = [ajv, 'validate', '--spec=draft7', '-s', schema, '-d', pattern];
  return {
    'ajv-cli': () => runOrThrow(process.execPath, args),
    // The shell expands the pattern, as in a terminal.
    'check-jsonschema': () => runOrThrow('sh', ['-c', `"${program}" --schemafile ${schema} ${pattern}`]),
  };
}

/** Twice the entries of each language may take twice the time; both include the start. */
export async function measureLanguages(entries: number) {
  const rows = [];
  for (const language of languages) {
    const [half, whole] = [
      await measureLanguage(language, entries / 2),
      await measureLanguage(language, entries),
    ];
    const work = `structure of ${formatCount(entries)} entries in ${language}`;
    rows.push(
      holdRounds(work, 'cpuMs', whole, ['itself on half of them', half], 2),
      holdMemory(work, whole, 400),
    );
  }
  return rows;
}

function measureLanguage(language: Language, count: number) {
  return withFiles(Object.entries(makeForeignRegistry(language, count)), async (directory) => {
    const check = async () => {
      const ended = await runTool(['check', directory, '--no-network', '--reporter', 'json']);
      const found = JSON.parse(ended.stdout).summary.endpoints;
      if (found !== count) throw new Error(`${found} entries in ${language}, not ${count}`);
      return ended;
    };
    return (await measureInTurn({ check }, 3)).check;
  });
}
