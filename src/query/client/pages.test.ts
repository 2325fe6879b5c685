import { describe, expect, test } from 'vitest';
import { collect, collectUntilError, createClient, fail, ways } from '../../../test/support/query-service.js';
import { answerQuery, json, serve } from '../../../test/support/web-servers.js';

const records = Array.from({ length: 25 }, (_, at) => at);
const address = `0x${'00'.repeat(20)}`;
const search = { address, contractAddress: address, tokenType: 'ERC20' } as const;
const denom = 'ukava';

/** The values of one parameter in requests; null if it is absent. */
function listValues(requested: readonly string[], name: string): (string | null)[] {
  return requested.map((path) => new URL(path, 'http://localhost').searchParams.get(name));
}

describe('pages of a service without next', () => {
  /** A service with at most `most` records a page. */
  const serveRecords = (by: 'pages' | 'records', most = 1_000) =>
    serve(
      answerQuery((query) => {
        const size = Math.min(most, Number(query.get(by === 'pages' ? 'offset' : 'limit') ?? 10));
        const skip =
          by === 'pages' ? (Number(query.get('page')) - 1) * size : Number(query.get('offset') ?? 0);
        return { total: 25, events: records.slice(skip, skip + size) };
      }),
    );
  const listEvents = (pages: readonly unknown[]) =>
    (pages as { events: number[] }[]).flatMap(({ events }) => events);

  test('are counted until one is empty', async () => {
    const { origin, requested } = await serveRecords('pages');
    const all = await collect(createClient(origin).accountTransferEventsPages('kava', search));
    expect(listEvents(all)).toEqual(records);
    expect(listValues(requested, 'page')).toEqual(['1', '2', '3', '4']);
    const some = await collect(
      createClient(origin).transactionsByEventPages('kava', { address, page: 2, offset: 5 }),
    );
    expect(listEvents(some)).toEqual(records.slice(5));
  });

  test('skip as many records as were received, however many were requested', async () => {
    const { origin, requested } = await serveRecords('records', 7);
    const pages = await collect(createClient(origin).holdersPages('kava', { denom, limit: 1_000 }));
    expect(listEvents(pages)).toEqual(records);
    expect(listValues(requested, 'offset')).toEqual(['0', '7', '14', '21', '25']);
  });

  test('do not end with a page that is shorter than requested', async () => {
    const { origin } = await serveRecords('pages', 4);
    const pages = await collect(createClient(origin).accountTransferEventsPages('kava', search));
    expect(listEvents(pages)).toEqual(records);
  });

  test('that gives it later are followed by it from then on', async () => {
    const { origin, requested } = await serve(
      answerQuery((_, index) => [['a'], { list: ['b'], next: 'x' }, { list: ['c'], next: null }][index]),
    );
    const pages = await collect(createClient(origin).holdersPages('kava', { denom }));
    expect(pages).toHaveLength(3);
    expect(listValues(requested, 'offset')).toEqual(['0', '1', '1']);
    expect(listValues(requested, 'cursor')).toEqual([null, null, 'x']);
  });

  test.each([
    ['a page is repeated', Array.from({ length: 20 }, () => 1), 2, 'the service repeats a page'],
    ['no list is recognised', { a: [1], b: [2] }, 1, 'the answer has no list that can be recognised'],
    ['there is no list', 'text', 1, 'the answer has no list that can be recognised'],
    ['next is of another type', { a: 'b', next: 5 }, 1, 'the answer has no list that can be recognised'],
  ])('are incomplete if %s', async (_, body, count, detail) => {
    const { origin, requested } = await serve(json(body));
    const { pages, error } = await collectUntilError(createClient(origin).holdersPages('kava', { denom }));
    expect(pages).toEqual([body]);
    expect(error).toMatchObject({
      reason: 'incomplete',
      message: `holders: the end of the list is not known: ${detail}`,
    });
    expect(requested).toHaveLength(count);
  });

  test('are incomplete if 404 follows, which may be no end', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url?.includes('page=1') === true) json(['a'])(request, response);
      else response.writeHead(404).end('{"detail":"no such page"}');
    });
    const { pages, error } = await collectUntilError(
      createClient(origin).transactionsByEventPages('kava', { address }),
    );
    expect(pages).toEqual([['a']]);
    expect(error).toMatchObject({ reason: 'incomplete', status: 404, body: '{"detail":"no such page"}' });
  });

  test('have the error of a call: a 404 of the first page is one', async () => {
    const { origin } = await serve((_, response) => response.writeHead(404).end());
    const error = await fail(collect(createClient(origin).holdersPages('kava', { denom, offset: 5 })));
    expect(error).toMatchObject({ reason: 'status', status: 404 });
  });
});

describe.each(ways)('pages of a service with next, through %s', (_, options) => {
  test('are followed until it is null, with the same parameters', async () => {
    const { origin, requested } = await serve(
      answerQuery((query) => {
        const at = Number(query.get('cursor')?.slice(4) ?? 0);
        // Short and empty pages do not end a list.
        return { list: at === 1 ? [] : [at], other: [], next: at < 3 ? `a&/ ${at + 1}` : null };
      }),
    );
    const params = { denom, keyword: 'kava1', limit: 9, offset: 4 };
    const pages = await collect(createClient(origin, options).holdersPages('kava', params));
    expect(pages.map((page) => (page as { list: number[] }).list)).toEqual([[0], [], [2], [3]]);
    expect(listValues(requested, 'cursor')).toEqual([null, 'a&/ 1', 'a&/ 2', 'a&/ 3']);
    const first = '/v1/kava/holders?denom=ukava&keyword=kava1&limit=9&offset=4';
    expect(requested.map((path) => path.replace(/&cursor=.*/, ''))).toEqual([first, first, first, first]);
  });

  test.each([
    [
      'a cursor before',
      [
        { a: [1], next: 'x' },
        { a: [2], next: 'y' },
        { a: [1], next: 'x' },
      ],
      2,
      'the service repeats a cursor',
    ],
    [
      'the same cursor',
      [
        { a: [1], next: 'x' },
        { a: [1], next: 'x' },
      ],
      1,
      'the service repeats a cursor',
    ],
    ['no next any more', [{ a: [1], next: 'x' }, { a: [2] }], 1, 'an answer to a cursor has no next'],
    ['no object any more', [{ a: [1], next: 'x' }, []], 1, 'an answer to a cursor has no next'],
    [
      'another type of next',
      [
        { a: [1], next: 'x' },
        { a: [2], next: 5 },
      ],
      1,
      'an answer to a cursor has no next',
    ],
    ['an empty next', [{ a: [1], next: '' }], 1, 'next is an empty string'],
    ['a next of 1 MB', [{ a: [1], next: 'x'.repeat(1 << 20) }], 1, 'next has more than 4096 bytes'],
    ['half a character', [{ a: [1], next: '\ud800' }], 1, 'next has no encoding in UTF-8'],
    [
      'the tenth empty page in a row',
      Array.from({ length: 20 }, (_page, at) => ({ a: at === 9 ? [1] : [], next: String(at) })),
      20,
      '10 pages in a row are empty',
    ],
  ])('are incomplete at %s', async (_name, answers, count, detail) => {
    const { origin, requested } = await serve(answerQuery((_query, index) => answers[index]));
    const client = createClient(origin, options);
    const { pages, error } = await collectUntilError(client.holdersPages('kava', { denom }));
    expect(pages).toEqual(answers.slice(0, count));
    expect(error).toMatchObject({
      reason: 'incomplete',
      message: `holders: the end of the list is not known: ${detail}`,
    });
    expect(requested).toHaveLength(answers.length);
  });

  test('begin at an earlier cursor that the caller passes', async () => {
    const answers = [
      { a: [1], next: 'y' },
      { a: [2], next: 'x' },
    ];
    const { origin, requested } = await serve(answerQuery((_query, index) => answers[index]));
    const client = createClient(origin, options);
    const iterator = client.transactionsByEventPages('kava', { address, cursor: 'x' });
    const { pages, error } = await collectUntilError(iterator);
    expect(pages).toEqual(answers.slice(0, 1));
    expect(error.message).toContain('the service repeats a cursor');
    expect(listValues(requested, 'cursor')).toEqual(['x', 'y']);
  });

  test('begin at a cursor only if the service gives next', async () => {
    const { origin } = await serve(json(['a']));
    const iterator = createClient(origin, options).holdersPages('kava', { denom, cursor: 'x' });
    const { pages, error } = await collectUntilError(iterator);
    expect(pages).toEqual([]);
    expect(error).toMatchObject({ reason: 'incomplete' });
  });

  test('end between and during calls if the caller aborts', async () => {
    const { origin, requested } = await serve((request, response) => {
      // The third request gets no answer.
      if (requested.length < 3) json({ a: [], next: `${requested.length}` })(request, response);
    });
    const between = new AbortController();
    const client = createClient(origin, options);
    const stop = async () => {
      const pages = client.holdersPages('kava', { denom }, { signal: between.signal });
      await pages.next();
      between.abort();
      await pages.next();
    };
    expect(await fail(stop())).toMatchObject({ reason: 'aborted' });
    expect(requested).toHaveLength(1);
    const during = new AbortController();
    const collected = collectUntilError(client.holdersPages('kava', { denom }, { signal: during.signal }));
    await expect.poll(() => requested.length).toBe(3);
    during.abort();
    const { pages, error } = await collected;
    expect([pages.length, error.reason]).toEqual([1, 'aborted']);
  });
});
