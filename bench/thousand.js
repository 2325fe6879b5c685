// A registry like real ones, beside programs that make the same calls with the same limit: one in Go, and grpcurl and curl under xargs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, measureInTurn, median } from './pairs.js';
import { findGoPeer, findGrpcurl, formatProbe } from './support/peers.js';
import { run, runOrThrow } from './support/process.js';
import { countHealthy, limitMs, withWideWorld } from './support/wide-world.js';
import { describeError, describeMemory, formatMs, skip, describeFigure } from './table.js';

const count = 1_000;
const work = '1,000 endpoints in 100 files';
const rounds = 3;

/** @typedef {import('./support/wide-world.js').Measure} Measure */
/** @typedef {import('./support/wide-world.js').World} World */
/** @typedef {import('./table.js').Row} Row */

/**
 * @param {boolean} withPeers
 * @returns {Promise<Row[]>}
 */
export function measureThousand(withPeers) {
  return withWideWorld(async (world) => {
    const ours = () => world.check(count);
    const program = withPeers ? await findGoPeer('probe-all').catch(describeError) : 'without --peers';
    const hasGo = program.startsWith('/');
    const go = () => runGo(program, world);
    const measures = await measureInTurn(hasGo ? { ours, go } : { ours }, rounds, false);
    const own = measures['ours'] ?? [];
    const perEndpointMs = median(own.map(({ cpuMs }) => cpuMs)) / count;
    const rows = hasGo ? compareWithGo(own, measures['go'] ?? []) : [skip(work, '<= 1.2 x', program)];
    return [
      ...rows,
      describeFigure(
        work,
        `${perEndpointMs.toFixed(1)} ms of processor time per endpoint`,
        '<= 2.5 ms',
        perEndpointMs <= 2.5,
      ),
      describeMemory(Math.max(...own.map(({ rssMb }) => rssMb)), 200, work),
      ...(withPeers ? [compareWithXargs(own, await runXargs(world))] : []),
    ];
  });
}

/** @returns {Promise<Row[]>} */
export function measureTenThousand() {
  return withWideWorld(async ({ check }) => {
    const small = [await check(1_000)];
    const large = await check(10_000);
    small.push(await check(1_000));
    const smallMs = median(small.map((measure) => measure.wallMs));
    const ratio = large.wallMs / smallMs;
    const work = '10,000 endpoints in 1,000 files';
    return [
      describeFigure(work, formatMs(large.wallMs), '<= 11 x', ratio <= 11, {
        peer: `itself on 1,000: ${formatMs(smallMs)}`,
        ratio,
      }),
      describeMemory(large.rssMb, 350, work),
    ];
  });
}

/**
 * @param {string} program
 * @param {World} world
 * @returns {Promise<Measure>}
 */
async function runGo(program, { list, wrap, caFile, directory }) {
  const entries = join(directory, 'entries.json');
  writeFileSync(entries, JSON.stringify(list(count)));
  const args = [
    '-entries',
    entries,
    '-ca',
    caFile,
    '-timeout',
    `${String(limitMs)}ms`,
    '-concurrency',
    '256',
  ];
  const { wallMs, stdout } = await runOrThrow(program, args, { wrap });
  const { answered, cpuMs, rssMb } = JSON.parse(stdout);
  return { wallMs, cpuMs, rssMb, wrong: Math.abs(countHealthy(count) - answered) };
}

/** @param {World} world */
async function runXargs({ list, wrap, caFile, directory }) {
  const grpcurl = await findGrpcurl();
  const commands = join(directory, 'commands');
  const lines = list(count).map((entry) => formatProbe(entry, { grpcurl, caFile, limitS: limitMs / 1_000 }));
  // The exit status of the shell is ignored: xargs would stop at a status of 255.
  writeFileSync(commands, lines.map((line) => `(${line}) >/dev/null 2>&1; true`).join('\0'));
  return (await run('sh', ['-c', `xargs -0 -P16 -n1 sh -c < ${commands}`], { wrap })).wallMs;
}

/**
 * @param {readonly Measure[]} own
 * @param {readonly Measure[]} theirs
 * @returns {Row[]}
 */
function compareWithGo(own, theirs) {
  /** @param {keyof Measure} key @param {(value: number) => string} format @param {string} reach @param {number} limit */
  const describe = (key, format, reach, limit) => {
    const [ours, peer] = [own, theirs].map((measures) => measures.map((measure) => measure[key]));
    const ratio = compare(ours ?? [], peer ?? []);
    return describeFigure(work, format(median(ours ?? [])), reach, ratio <= limit, {
      peer: `the same calls in Go: ${format(median(peer ?? []))}`,
      ratio,
    });
  };
  return [
    describe('wallMs', formatMs, '<= 1.2 x', 1.2),
    describe('cpuMs', (ms) => `${formatMs(ms)} of processor time`, 'to compare', Infinity),
    describeFigure(
      work,
      `${countWrong(own)} wrong`,
      '0',
      own.every(({ wrong }) => wrong === 0),
      { peer: `the same calls in Go: ${countWrong(theirs)} wrong` },
    ),
    describe('rssMb', (mb) => `${mb.toFixed(0)} MB resident`, 'to compare', Infinity),
  ];
}

/** The wrong verdicts of all runs. @param {readonly Measure[]} measures */
const countWrong = (measures) =>
  `${String(measures.reduce((sum, { wrong }) => sum + wrong, 0))} of ${String(measures.length * count)}`;

/**
 * @param {readonly Measure[]} ours
 * @param {number} peerMs
 * @returns {Row}
 */
function compareWithXargs(ours, peerMs) {
  const wallMs = median(ours.map((measure) => measure.wallMs));
  return describeFigure(work, formatMs(wallMs), '<= 0.1 x', wallMs <= 0.1 * peerMs, {
    peer: `xargs -P16 of grpcurl and curl: ${formatMs(peerMs)}`,
    ratio: wallMs / peerMs,
  });
}
