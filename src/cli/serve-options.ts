import type { OptionReader } from '../engine/option-reader.js';
import type { Rate } from '../service/http/rate-limiter.js';

/** Options of `serve` as commander has them. */
export interface RawServe {
  readonly host: string;
  readonly port: string;
  readonly tokenFile?: string;
  readonly rate?: string;
  readonly cache: string;
  readonly maxBlocks: string;
  readonly confirmations: string;
  readonly snapshotAge: string;
  readonly memory: string;
  /** May hold a password. */
  readonly store?: string;
  readonly allowPrivate?: boolean;
}

/** Options of `serve` as it uses them. */
export interface ServeSettings {
  readonly port: number;
  readonly rate: Rate | null;
  readonly cacheMs: number;
  readonly maxBlocks: number;
  readonly confirmations: number;
  readonly snapshotAgeMs: number;
  readonly memoryBytes: number;
}

/** Parses the options; errors are collected by the reader. */
export function readServeOptions(raw: RawServe, reader: OptionReader): ServeSettings {
  return {
    port: reader.integer('--port', raw.port, 0, 65_535),
    cacheMs: reader.duration('--cache', raw.cache),
    maxBlocks: reader.integer('--max-blocks', raw.maxBlocks, 1, 999_999_999),
    rate: raw.rate === undefined ? null : readRate(raw.rate, reader),
    confirmations: reader.integer('--confirmations', raw.confirmations, 0, 1_000_000),
    snapshotAgeMs: reader.duration('--snapshot-age', raw.snapshotAge),
    memoryBytes: readSize('--memory', raw.memory, reader),
  };
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

function readRate(text: string, reader: OptionReader): Rate | null {
  const [, count = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?)(?:\/([smh]))?$/.exec(text) ?? [];
  const rate = { count: Number(count), seconds: secondsOf[unit] ?? 1 };
  if (rate.count > 0) return rate;
  reader.report('--rate', `expected requests of one token, such as 10/s, 0.5/s or 600/m, got "${text}"`);
  return null;
}

const bytesOf: Readonly<Record<string, number>> = {
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};
const smallestBytes = 1e6;

/** A size in bytes; 0 after an error. */
function readSize(option: string, text: string, reader: OptionReader): number {
  const [, amount = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kKMG]i?B)$/.exec(text) ?? [];
  const bytes = Math.floor(Number(amount) * (bytesOf[unit] ?? 0));
  if (bytes >= smallestBytes) return bytes;
  reader.report(option, `expected a size such as 512MB or 1GiB, at least 1MB, got "${text}"`);
  return 0;
}
