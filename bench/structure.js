// The structure of a registry's files, without the network: whole processes, compared with validators of the same schema.
import { join } from 'node:path';
import { measureLanguages } from './languages.js';
import { compare, measureInTurn, median } from './pairs.js';
import { findAjvCli, findCheckJsonschema } from './support/peers.js';
import { inDirectory, runEmpty, runProgram, runOrThrow } from './support/process.js';
import { writeRegistry } from './support/registry.js';
import { describeError, formatMs, skip, describeFigure } from './table.js';

const schema = 'schemas/param.schema.json';
const perFile = 10;

/**
 * @param {boolean} withPeers
 * @returns {Promise<import('./table.js').Row[]>}
 */
export async function measureStructure(withPeers) {
  const rows = [];
  for (const count of [100, 1_000]) rows.push(...(await measureFiles(count, withPeers)));
  return [...rows, ...(await measureLanguages())];
}

/**
 * @param {number} count
 * @param {boolean} withPeers
 */
function measureFiles(count, withPeers) {
  return inDirectory(async (directory) => {
    const entries = Array.from({ length: count * perFile }, (_, index) => {
      const host = `node${String(index)}.example.com`;
      return index % 2 === 0 ? { kind: 'grpc', url: `${host}:443` } : { kind: 'evm', url: `https://${host}` };
    });
    writeRegistry(directory, entries, perFile);
    const work = `structure of ${count.toLocaleString('en')} files`;
    const { peers, missing } = withPeers ? await findPeers(directory) : { peers: {}, missing: [] };
    const candidates = {
      ours: () => runProgram(['check', directory, '--no-network']),
      empty: runEmpty,
      ...peers,
    };
    const { ours = [], empty = [], ...theirs } = await measureInTurn(candidates, 7);
    /**
     * @param {string} name
     * @param {readonly number[]} base
     * @param {number} most
     * @param {string} reason
     */
    const hold = (name, base, most, reason) => {
      const ratio = compare(ours, base);
      return describeFigure(
        work,
        formatMs(median(ours)),
        most === 1 ? '< 1 x' : `<= ${String(most)} x`,
        most === 1 ? ratio < 1 : ratio <= most,
        { peer: `${name}: ${formatMs(median(base))}`, ratio, reason },
      );
    };
    return [
      ...(count === 100
        ? [
            hold(
              'node -e 0',
              empty,
              2,
              // Tried without gain: a compile cache (Node 20 has none), eager and lazy compilation.
              'a third is the program that loads, the rest code that runs for the first time',
            ),
          ]
        : []),
      ...Object.entries(theirs).map(([name, base]) =>
        hold(
          name,
          base,
          1,
          // Tried without gain: one read buffer, sizes of the young generation, garbage collection on one thread, other compilers of V8,
          // sources in ASCII alone, public fields in place of private ones.
          'a third is loading and garbage collection, the rest is spread over opening files and making entries',
        ),
      ),
      ...missing.map(({ name, reason }) => skip(work, `faster than ${name}`, reason)),
    ];
  });
}

/**
 * The validators that can be installed here, and the reasons why the others cannot.
 * @param {string} directory
 */
async function findPeers(directory) {
  const all = join(directory, 'chain', '*', 'param.json');
  const found = {
    'ajv-cli': async () => {
      const ajv = await findAjvCli();
      return async () =>
        (await runOrThrow(process.execPath, [ajv, 'validate', '--spec=draft7', '-s', schema, '-d', all]))
          .wallMs;
    },
    'check-jsonschema': async () => {
      const program = await findCheckJsonschema();
      // The shell expands the pattern, as in a terminal.
      return async () =>
        (await runOrThrow('sh', ['-c', `"${program}" --schemafile ${schema} ${all}`])).wallMs;
    },
  };
  /** @type {Record<string, () => Promise<number>>} */
  const peers = {};
  /** @type {{ name: string, reason: string }[]} */
  const missing = [];
  for (const [name, find] of Object.entries(found)) {
    try {
      peers[name] = await find();
    } catch (error) {
      missing.push({ name, reason: describeError(error) });
    }
  }
  return { peers, missing };
}
