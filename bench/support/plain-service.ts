// A process with what a plain program does: Fastify with schemas, rows in SQLite, a bearer token by its hash, a log line for each request, and
// metrics. The answer is that of `serve`.
import { DatabaseSync } from '@photostructure/sqlite';
import Fastify from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import pino from 'pino';
import { Counter, Histogram, Registry } from 'prom-client';
import { pin, readOptions, sendReady } from './process.js';
import { Owners } from './owners.js';

const { file, denom, token } = readOptions<{ file: string; denom: string; token: string }>();
pin('server');
const database = new DatabaseSync(file);
database.exec(
  'create table if not exists holders (denom, rank, address, amount, primary key (denom, rank)) without rowid',
);
const insert = database.prepare('insert or ignore into holders values (?, ?, ?, ?)');
const count = database.prepare('select count(*) as count from holders where denom = ?');
if (Number(count.get(denom)?.count) === 0) {
  database.exec('begin');
  new Owners(denom).list(0).forEach(({ address, amount }, rank) => insert.run(denom, rank, address, amount));
  database.exec('commit');
}
const page = database.prepare(
  'select address, amount from holders where denom = ? and rank >= ? order by rank limit ?',
);

const register = new Registry();
const requests = new Counter({
  name: 'requests_total',
  help: 'x',
  labelNames: ['route', 'status'],
  registers: [register],
});
const durations = new Histogram({
  name: 'duration_seconds',
  help: 'x',
  labelNames: ['route'],
  registers: [register],
});
const hash = (text: string) => createHash('sha256').update(text).digest();
const known = hash(token);

const app = Fastify({ loggerInstance: pino(pino.destination('/dev/null')) });
app.addHook('onRequest', async (request, reply) => {
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!timingSafeEqual(hash(sent), known)) await reply.code(401).send({ status: 401 });
});
app.addHook('onResponse', async (request, reply) => {
  const route = request.routeOptions.url ?? 'none';
  requests.inc({ route, status: reply.statusCode });
  durations.observe({ route }, reply.elapsedTime / 1_000);
});
const text = { type: 'string' };
const integer = { type: 'integer', minimum: 0 };
const holder = { type: 'object', properties: { address: text, amount: text } };
const schema = {
  params: { type: 'object', properties: { network: text } },
  querystring: {
    type: 'object',
    required: ['denom'],
    properties: {
      denom: text,
      offset: { ...integer, default: 0 },
      limit: { ...integer, maximum: 1_000, default: 20 },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        network: text,
        denom: text,
        offset: integer,
        limit: integer,
        holders: { type: 'array', items: holder },
      },
    },
  },
};
app.get('/v1/:network/holders', { schema }, (request) => {
  const { network } = request.params as { network: string };
  const query = request.query as { denom: string; offset: number; limit: number };
  return { network, ...query, holders: page.all(query.denom, query.offset, query.limit) };
});
// Also keeps the database, which would be closed with its last reference.
app.addHook('onClose', () => database.close());
// The process without a parent only writes the rows, so that the memory of the next one is that of serving.
if (process.send === undefined) await app.close();
else sendReady({ url: await app.listen({ host: '127.0.0.1', port: 0 }), pid: process.pid });
