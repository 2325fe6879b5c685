import assert from 'node:assert/strict';
import { parseDuration } from '../../../src/engine/options/option-type.js';
import { parseShard } from '../../../src/engine/shard.js';
import { parseExclusions } from '../../../src/registry/exclude.js';
import { parseParams, serviceRoutes } from '../../../src/query/service/http/parse-params.js';
import { formatCursor, parseCursor } from '../../../src/query/service/http/cursor.js';
import { isHost, splitTarget } from '../../../src/http-server/request.js';
import { parsePosition } from '../../../src/query/service/chain/logs/search.js';
import { ServiceProblem } from '../../../src/query/service/http/service-problem.js';
import { readJson, type Target } from './target.js';

const cursorKey = Buffer.from('key');

/** Durations, parts and exclusions: a value within its bounds, or an error that says where. */
export const optionTarget: Target = {
  name: 'options',
  seeds: [
    '20s',
    '1.5m',
    '2/8',
    '1000/1000',
    '[{"host":"*.example.com","reason":"asked","until":"2026-12-31"}, // why\n {"kind":"grpc","provider":"A","chain":"kava","reason":"b"},]',
    '[{"hots":"a","reason":""}]',
    '{}',
    '[{"kind":"grcp","reason":1,"until":"2026-02-30"}',
  ],
  check: (text) => {
    const ms = parseDuration(text);
    if (ms !== null) assert.ok(Number.isInteger(ms) && ms >= 1 && ms <= 3_600_000);
    const shard = parseShard(text);
    if (shard !== null) {
      assert.ok(shard.index >= 1 && shard.index <= shard.count && shard.count <= 1_000);
      assert.equal(`${shard.index}/${shard.count}`, text);
    }
    const { exclusions, errors } = parseExclusions(text, ['grpc', 'evm']);
    for (const error of errors) assert.match(error, /^line [1-9]\d*: ./s);
    const lines = text.split(/\r\n|\n|\r/).length;
    for (const { line, reason, kind, host, provider, chain, until } of exclusions) {
      assert.ok(line >= 1 && line <= lines);
      assert.notEqual(reason.trim(), '');
      assert.ok(
        [kind, host, provider, chain].some((criterion) => criterion !== null),
        'it would exclude all',
      );
      if (until !== null) assert.equal(new Date(`${until}T00:00:00Z`).toISOString().slice(0, 10), until);
    }
    const value = readJson(text);
    if (value !== undefined && errors.length === 0) {
      assert.ok(Array.isArray(value), 'it is no array, but no error');
      assert.equal(exclusions.length, value.length, 'an item is left out without a word');
    }
  },
};

/** The targets of requests to the query service: errors are named, and an accepted target is unchanged. */
export const requestTarget: Target = {
  name: 'request-target',
  longest: 2_000,
  seeds: [
    '/v1/kava/assets',
    '/v1/kava/holders?denom=ukava&limit=20&offset=0',
    '/v1/kava/erc20/0x' + 'a'.repeat(40),
    '/v1/evm/kava/tx/list-by-event?start_block=1&end_block=2&topics=0x' + 'a'.repeat(64) + '&sort=asc',
    'http://a.example:80/v1/k%41va/assets/%2E%2E?a=%ff&a#b',
    `/v1/kava/holders?denom=a&cursor=${formatCursor(cursorKey, { binding: 'a', position: [1, 'b', null] })}`,
  ],
  check: (text) => {
    const target = splitTarget(text);
    assert.ok(!target.path.includes('?'));
    isHost(text);
    for (const route of serviceRoutes) {
      const { params, errors } = parseParams(route, target, cursorKey);
      for (const { parameter, detail } of errors) assert.ok(parameter.length <= 100 && detail !== '');
      if (errors.length > 0) continue;
      const url = new URL(`http://a.example/?${target.query ?? ''}`);
      for (const parameter of route.parameters) {
        const value = params[parameter.name];
        if (parameter.in === 'path' || value === undefined || value === parameter.default) continue;
        const sent = url.searchParams.get(parameter.wire);
        assert.equal(
          typeof value === 'number' ? String(value) : value,
          sent,
          'another value than a browser sends',
        );
      }
    }
  },
};

/** Cursors, forged ones with a right signature among them: each is refused, or leads to a possible place. */
export const cursorTarget: Target = {
  name: 'cursor',
  longest: 400,
  seeds: [
    '[0,100,50,null]',
    '[0,10,50,null]',
    '[0,9007199254740991,3,2]',
    '["a",null]',
    '[1e400,-1,0.5,"x"]',
    '[[1],{},true]',
    'AAAAAAAAAA',
  ],
  check: (text) => {
    const parsed = parseCursor(cursorKey, text);
    if (parsed !== null) assert.equal(formatCursor(cursorKey, parsed), text);
    const value = readJson(text);
    if (!Array.isArray(value)) return;
    const cursor = parseCursor(cursorKey, formatCursor(cursorKey, { binding: 'a', position: value }));
    if (cursor === null) return;
    assert.deepEqual(cursor.position, JSON.parse(JSON.stringify(value)));
    try {
      const { range, block, after } = parsePosition(cursor.position, { startBlock: null, endBlock: 100 });
      assert.ok(
        [range.startBlock, range.endBlock, block, after ?? 0].every(
          (number) => Number.isSafeInteger(number) && number >= 0,
        ),
      );
      assert.ok(range.startBlock <= block && block <= range.endBlock && range.endBlock <= 100);
    } catch (error) {
      assert.ok(error instanceof ServiceProblem && error.status === 400, String(error));
    }
  },
};
