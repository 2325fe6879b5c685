import { off, type OptionRow } from './option-row.js';
import { duration, integer, rate, role, size, text } from './option-type.js';

const calling = ['query', 'queryPages', 'smoke'] as const;

/** The options of servers, and of what calls a query service. */
export const serverRows = {
  host: {
    type: text('address'),
    default: '127.0.0.1',
    text: 'the address to listen at',
    faces: ['serve', 'exporter'],
  },
  port: {
    type: integer(0, 65_535),
    text: 'the port to listen at; 0 picks one, which is printed',
    faces: ['serve', 'exporter'],
    default: '8080',
    // The range of https://github.com/prometheus/prometheus/wiki/Default-port-allocations is full; this is blackbox_exporter's and 10000.
    at: { exporter: { default: '19115' } },
  },
  externalAddress: {
    type: text('host:port'),
    text: "the exporter's own address in /targets; by default that of the Host header",
    faces: ['exporter'],
  },
  baseUrl: {
    type: text('url'),
    text: 'where the service is (ENDPOINT_CHECK_BASE_URL)',
    faces: calling,
  },
  tokenFile: {
    type: text('path'),
    text: 'a file whose first line is the token, or name:token (ENDPOINT_CHECK_TOKEN)',
    faces: [...calling, 'serve'],
    at: { serve: { text: 'a file with the tokens to accept, one a line (ENDPOINT_CHECK_TOKENS)' } },
  },
  insecureHttp: {
    ...off,
    text: 'send the token over plain http to any host, not only to loopback',
    faces: calling,
  },
  all: { ...off, text: 'follow the pages to the end, one JSON value a line', faces: ['queryPages'] },
  resume: {
    type: text('cursor'),
    text: 'with --all: continue where an earlier call has ended',
    faces: ['queryPages'],
    needs: { oneOf: ['all'] },
  },
  sample: {
    type: text('file.json'),
    text: 'parameters that no answer provides: symbol, denom, erc20, cw20, address, topics',
    faces: ['smoke'],
  },
  rate: {
    type: rate,
    text: 'requests of one token, such as 10/s or 600/m (default: no limit)',
    faces: ['serve'],
  },
  cache: {
    type: duration,
    field: 'cacheMs',
    text: 'how long clients may keep an answer',
    faces: ['serve', 'exporter'],
    default: '10s',
    at: { exporter: { text: 'how long a result is kept for all scrapers', default: '60s' } },
  },
  confirmations: {
    type: integer(0, 1_000_000),
    text: 'how many of the newest blocks searches of logs leave out',
    default: '2',
    faces: ['serve'],
  },
  role: {
    type: role,
    text: 'what this instance does: answer requests from the database (api), read nodes into it (index), or both (all)',
    faces: ['serve'],
    default: 'all',
  },
  snapshotAge: {
    type: duration,
    field: 'snapshotAgeMs',
    text: 'holders older than this are read again at the next request',
    default: '10m',
    faces: ['serve'],
  },
  database: {
    type: text('file or url'),
    text: 'where to keep what nodes answer: a file, or Postgres, shared by instances, which needs the package pg (ENDPOINT_CHECK_DATABASE, the password in the file of ENDPOINT_CHECK_DATABASE_PASSWORD_FILE); by default a temporary file',
    negative: 'serve only routes 1 to 6, without a database',
    faces: ['serve'],
  },
  databaseSize: {
    type: size,
    field: 'databaseBytes',
    text: 'maximum size of the database; what was used least recently is deleted first',
    default: '10GB',
    faces: ['serve'],
  },
} as const satisfies Readonly<Record<string, OptionRow>>;
