import type { RouteParams } from '../../../query/request-path.js';
import { findRoute, type RouteName } from '../../../query/routes.js';
import { wrongParameters } from '../../http/handler.js';
import { addressPattern, mostPerPage, mostTopics, topicPattern } from '../../api/param-limits.js';
import type { WrongParameter } from '../../http/problem.js';
import type { AskedRange } from './choose-range.js';

/** What both searches are given. */
export interface SearchArguments extends AskedRange {
  readonly network: string;
  readonly page: number;
  readonly offset: number;
  readonly sort: 'asc' | 'desc';
}

/** Collects what is wrong with arguments beyond what the table of routes says, so that all of it is told at once. */
export class ArgumentReader {
  readonly #given: RouteParams;
  readonly #route: RouteName;
  readonly #errors: WrongParameter[] = [];

  constructor(route: RouteName, given: RouteParams) {
    this.#route = route;
    this.#given = given;
  }

  /** Throws a 400 where there was something wrong. */
  finish(): void {
    if (this.#errors.length > 0) throw wrongParameters(this.#errors);
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
    if (text !== null && !new RegExp(addressPattern).test(text)) {
      this.#complain(name, 'it is not an address: 0x and 40 hexadecimal digits');
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
    if (!topics.every((topic) => new RegExp(topicPattern).test(topic))) {
      this.#complain(name, 'each must be 0x and 64 hexadecimal digits');
    }
    if (topics.length > mostTopics) this.#complain(name, `no more than ${mostTopics} at once`);
    return topics.length === 0 ? null : topics;
  }

  /** What both searches are given. */
  readSearch(): SearchArguments {
    const [startBlock, endBlock] = [this.readNumber('startBlock'), this.readNumber('endBlock')];
    const offset = this.readNumber('offset') ?? 10;
    const sort = this.readText('sort') ?? 'desc';
    if (startBlock !== null && endBlock !== null && startBlock > endBlock) {
      this.#complain('startBlock', 'it is behind end_block');
    }
    if (offset > mostPerPage) this.#complain('offset', `a page has no more than ${mostPerPage} transactions`);
    if (sort !== 'asc' && sort !== 'desc') this.#complain('sort', 'it is neither asc nor desc');
    return {
      network: this.readText('network') ?? '',
      page: this.readNumber('page') ?? 1,
      offset,
      sort: sort === 'asc' ? 'asc' : 'desc',
      startBlock,
      endBlock,
    };
  }

  /** Names the parameter as the caller wrote it. */
  #complain(name: string, detail: string): void {
    const known = findRoute(this.#route).parameters.find((parameter) => parameter.name === name);
    this.#errors.push({ parameter: known?.wire ?? name, detail });
  }
}
