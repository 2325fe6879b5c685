import { describe, expect, test } from 'vitest';
import { authorized, startService } from '../../../../test/support/chain-handlers.js';
import { ask as sendRequest } from '../../../../test/support/http.js';

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
