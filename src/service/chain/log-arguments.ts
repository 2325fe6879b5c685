import type { RouteArguments } from '../../query/request-path.js';
import { ServiceProblem } from '../handler.js';
import type { AskedRange } from './choose-range.js';

/** What both searches are given. */
export interface SearchArguments extends AskedRange {
  readonly network: string;
  readonly page: number;
  readonly offset: number;
  readonly sort: 'asc' | 'desc';
}

/** Transactions that a page may have. */
const mostPerPage = 1_000;
/** Topics that may be asked for at once: nodes allow about so many. */
const mostTopics = 100;

/** Collects what is wrong with arguments beyond what the table of routes says, so that all of it is told at once. */
export class ArgumentReader {
  readonly #given: RouteArguments;
  readonly #complaints: string[] = [];

  constructor(given: RouteArguments) {
    this.#given = given;
  }

  /** Throws a 400 where there was something wrong. */
  finish(): void {
    if (this.#complaints.length === 0) return;
    throw new ServiceProblem(400, 'Bad Request', this.#complaints.join('; '));
  }

  readText(name: string): string | null {
    const value = this.#given[name];
    return typeof value === 'string' ? value : null;
  }

  readNumber(name: string): number | null {
    const value = this.#given[name];
    return typeof value === 'number' ? value : null;
  }

  /** An address of 20 bytes in lower case; null where it is not given. */
  readAddress(name: string): string | null {
    const text = this.readText(name)?.toLowerCase() ?? null;
    if (text !== null && !/^0x[\da-f]{40}$/.test(text)) {
      this.#complaints.push(`${name}: it is not an address: 0x and 40 hexadecimal digits`);
    }
    return text;
  }

  /** Topics of 32 bytes in lower case; null where none is given. */
  readTopics(name: string): readonly string[] | null {
    const value = this.#given[name];
    const list: readonly unknown[] = Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? value.split(',')
        : [];
    const topics = [...new Set(list.map((topic) => String(topic).toLowerCase()))];
    if (!topics.every((topic) => /^0x[\da-f]{64}$/.test(topic))) {
      this.#complaints.push(`${name}: each must be 0x and 64 hexadecimal digits`);
    }
    if (topics.length > mostTopics) this.#complaints.push(`${name}: no more than ${mostTopics} at once`);
    return topics.length === 0 ? null : topics;
  }

  /** What both searches are given. */
  readSearch(): SearchArguments {
    const [startBlock, endBlock] = [this.readNumber('startBlock'), this.readNumber('endBlock')];
    const offset = this.readNumber('offset') ?? 10;
    const sort = this.readText('sort') ?? 'desc';
    if (startBlock !== null && endBlock !== null && startBlock > endBlock) {
      this.#complaints.push('startBlock: it is behind endBlock');
    }
    if (offset > mostPerPage)
      this.#complaints.push(`offset: a page has no more than ${mostPerPage} transactions`);
    if (sort !== 'asc' && sort !== 'desc') this.#complaints.push('sort: it is neither asc nor desc');
    return {
      network: this.readText('network') ?? '',
      page: this.readNumber('page') ?? 1,
      offset,
      sort: sort === 'asc' ? 'asc' : 'desc',
      startBlock,
      endBlock,
    };
  }
}
