import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceRoutes } from './parse-params.js';
import { bindRequest, formatCursor, parseCursor } from './cursor.js';
import { authorized, startService } from '../../../../test/support/chain-handlers.js';
import { ask as sendRequest } from '../../../../test/support/http.js';

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

/** A service whose list of holders has numbers for places, and its answer to a query. */
async function startPaged() {
  const service = await startService({
    getCursorKey: () => Promise.resolve(Buffer.from('key')),
    handlers: {
      holders: (_, { position, createCursor }) => {
        const place = Number(position?.[0] ?? 0);
        return Promise.resolve({ place, next: place < 3 ? createCursor([place + 1]) : null });
      },
    },
  });
  return async (query: string) => {
    const answer = await sendRequest(service.url, `/v1/kava/holders?${query}`, { headers: authorized });
    const body = JSON.parse(answer.body) as { next: string | null; place?: number; errors?: unknown };
    return { status: answer.status, link: answer.headers['link']?.toString() ?? null, body };
  };
}

describe('a cursor', () => {
  test('leads from page to page, as the field next and as a link', async () => {
    const ask = await startPaged();
    const places: unknown[] = [];
    let query: string | undefined = 'denom=ukava&limit=7';
    while (query !== undefined) {
      const { body, link }: Awaited<ReturnType<typeof ask>> = await ask(query);
      places.push(body.place);
      query = /^<\?(.*)>; rel="next"$/.exec(link ?? '')?.[1];
      if (body.next === null) expect(link).toBeNull();
      else expect(query).toBe(`denom=ukava&limit=7&cursor=${body.next}`);
    }
    expect(places).toEqual([0, 1, 2, 3]);
  });

  test('is linked whatever characters the query has that a link may not have', async () => {
    const ask = await startPaged();
    const { link } = await ask('denom=ukava&keyword=<"a">');
    expect(link).toMatch(/^<\?denom=ukava&keyword=%3C%22a%22%3E&cursor=[\w-]+>; rel="next"$/);
  });

  test('of a request is refused for another one', async () => {
    const ask = await startPaged();
    const { body } = await ask('denom=ukava');
    const { status, body: problem } = await ask(`denom=ukava&limit=8&cursor=${body.next}`);
    expect(status).toBe(400);
    expect(problem.errors).toEqual([
      {
        parameter: 'cursor',
        detail: 'belongs to another request: send it with the params of the answer that it comes from',
      },
    ]);
  });

  test('that is made up is reported with all other errors', async () => {
    const ask = await startPaged();
    const { status, body } = await ask('limit=0&cursor=made-up&x=1');
    expect(status).toBe(400);
    expect((body.errors as { parameter: string }[]).map(({ parameter }) => parameter).sort()).toEqual([
      'cursor',
      'denom',
      'limit',
      'x',
    ]);
    const twice = await ask('denom=ukava&cursor=a&cursor=b');
    expect(twice.body.errors).toEqual([{ parameter: 'cursor', detail: 'is repeated' }]);
  });
});
