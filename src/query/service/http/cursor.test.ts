import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceRoutes } from '../api/service-routes.js';
import { bindRequest, formatCursor, parseCursor } from './cursor.js';

const find = (name: string) => {
  const route = serviceRoutes.find((candidate) => candidate.name === name);
  if (route === undefined) throw new Error(`unknown route ${name}`);
  return route;
};
const holders = { network: 'kava', denom: 'ukava', limit: 20, offset: 0 };

const key = Buffer.from('key');

describe('a cursor', () => {
  test('holds any position, in characters of a query', () => {
    const part = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (position) => {
        const cursor = formatCursor(key, { binding: 'a', position });
        expect(cursor).toMatch(/^[\w-]+$/);
        if (cursor.length <= 600) expect(parseCursor(key, cursor)).toEqual({ binding: 'a', position });
      }),
    );
  });

  test('that was changed in any character, cut off or made up is invalid', () => {
    const cursor = formatCursor(key, { binding: 'a', position: [1, 'b', null] });
    for (let at = 0; at < cursor.length; at++) {
      const replacement = cursor[at] === 'A' ? 'B' : 'A';
      expect(parseCursor(key, cursor.slice(0, at) + replacement + cursor.slice(at + 1))).toBeNull();
      expect(parseCursor(key, cursor.slice(0, at))).toBeNull();
    }
    expect(
      ['', 'x', '....', `${cursor}A`, `${cursor}=`, 'A'.repeat(601)].map((text) => parseCursor(key, text)),
    ).toEqual(Array.from({ length: 6 }, () => null));
  });

  test('that is signed with another key is invalid', () => {
    const cursor = formatCursor(Buffer.from('other'), { binding: 'a', position: [1] });
    expect(parseCursor(key, cursor)).toBeNull();
  });

  test('with a signature of anything but a list of strings, numbers and nulls is invalid', () => {
    for (const part of [[], {}, true]) {
      const cursor = formatCursor(key, { binding: 'a', position: [part as never] });
      expect(parseCursor(key, cursor)).toBeNull();
    }
    expect(parseCursor(key, formatCursor(key, { binding: 1 as never, position: [] }))).toBeNull();
  });
});

describe('a binding', () => {
  const bind = (name: string, params: object) => bindRequest(find(name), { ...params });

  test('is the same for the places of one request', () => {
    const first = bind('holders', holders);
    expect(bind('holders', { ...holders, offset: 40, cursor: 'x' })).toBe(first);
    expect(bind('holders', { network: 'kava', denom: 'ukava' })).toBe(first);
  });

  test.each([
    ['network', { ...holders, network: 'osmosis' }],
    ['denom', { ...holders, denom: 'hard' }],
    ['keyword', { ...holders, keyword: 'a' }],
    ['page size', { ...holders, limit: 21 }],
  ])('differs by %s', (_, params) => {
    expect(bind('holders', params)).not.toBe(bind('holders', holders));
  });

  test('differs by route, and by the place of an equal value', () => {
    const [a, b] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
    const events = { network: 'kava', address: a, page: 1, offset: 10, sort: 'desc' };
    expect(bind('transactionsByEvent', { ...events, startBlock: 5 })).not.toBe(
      bind('transactionsByEvent', { ...events, endBlock: 5 }),
    );
    const transfers = { ...events, contractAddress: b, tokenType: 'ERC20' };
    expect(bind('accountTransferEvents', transfers)).not.toBe(bind('transactionsByEvent', events));
    expect(bind('transactionsByEvent', { ...events, address: a.toUpperCase().replace('0X', '0x') })).toBe(
      bind('transactionsByEvent', events),
    );
  });
});
