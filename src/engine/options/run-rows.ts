import { capabilityNames } from '../../model/capability.js';
import { reporterRows } from '../../reporters/index.js';
import { defaultUserAgent } from '../../net/probe-context.js';
import { off, type OptionRow } from './option-row.js';
import { duration, flag, integer, level, requirements, text, texts, time, userAgent } from './option-type.js';

const probing = ['check', 'probe', 'add', 'exporter', 'action', 'library'] as const;
const calling = ['query', 'queryPages', 'smoke'] as const;
const reporting = ['check', 'probe', 'add', 'smoke', 'merge'] as const;
const reporterNames = Object.entries(reporterRows)
  .map(([name, { writes }]) => (writes === 'files' ? `${name}=<dir>` : name))
  .join(', ');
const levels = 'error, warning or inconclusive; each includes those before it';
const localOnly = 'probe loopback and private addresses (local testing only)';
const calledFor = { text: 'whole budget of a call, waits and retries included', default: '30s' } as const;

/** The options that say how endpoints are probed, and what is reported. */
export const runRows = {
  allowMissing: { ...off, text: 'merge even if the report of a shard is missing', faces: ['merge'] },
  keep: {
    ...off,
    text: 'keep the nodes running until Ctrl-C, and show how to check them by hand',
    faces: ['demo'],
  },
  now: { type: time, text: 'when the run is', hidden: true, faces: ['check', 'merge', 'remove', 'history'] },
  timeout: {
    type: duration,
    field: 'timeoutMs',
    text: 'whole budget of one entry, such as 20s or 500ms',
    default: '20s',
    faces: [...probing, ...calling],
    at: {
      smoke: { text: 'whole budget of a call, retries included' },
      query: calledFor,
      queryPages: calledFor,
      // Prometheus waits 10 s by default.
      exporter: { text: 'whole budget of a probe; keep it below the scrape_timeout', default: '9s' },
      library: { text: 'whole budget of one entry in milliseconds, retries included' },
    },
  },
  retries: {
    type: integer(0, 10),
    text: 'retries of transient failures',
    default: '2',
    faces: [...probing, ...calling],
  },
  concurrency: {
    type: integer(1, 1_000),
    text: 'entries in flight',
    default: '256',
    faces: probing,
    at: { exporter: { text: 'probes in flight' } },
  },
  perHost: {
    type: integer(1, 1_000),
    text: 'entries in flight to one host',
    default: '4',
    faces: ['check', 'probe', 'add', 'exporter', 'library'],
    at: { exporter: { text: 'probes in flight to one host, over all scrapes' } },
  },
  cors: {
    ...off,
    text: 'also find out whether browsers may use the endpoints',
    faces: ['check', 'probe', 'add', 'action', 'library'],
    at: { action: { text: 'true also finds out whether browsers may use the endpoints' } },
  },
  capabilities: {
    ...off,
    text: 'also find out what clients need beyond the check: ranges of logs, archive, transaction index',
    faces: probing,
  },
  require: {
    type: requirements,
    text: `with --reporter list: only endpoints that have these capabilities: ${capabilityNames.join(', ').replace('logs', 'logs:<blocks>')}`,
    faces: ['check', 'probe', 'merge'],
  },
  userAgent: {
    type: userAgent,
    text: 'what probes call themselves (default: name, version and address)',
    default: defaultUserAgent,
    saysDefault: true,
    faces: probing,
    at: {
      action: {
        text: 'what probes call themselves (User-Agent); by default the name, version and address of endpoint-check',
      },
      library: {
        text: 'what probes call themselves (User-Agent): printable ASCII; by default the name, version and address of this program',
      },
    },
  },
  proxy: {
    ...off,
    text: 'connect through the proxy of HTTPS_PROXY, which resolves the names',
    faces: ['check', 'probe', 'add'],
  },
  allowPrivate: {
    ...off,
    text: localOnly,
    faces: [...probing, 'serve'],
    at: {
      action: { text: 'true probes loopback and private addresses too, for tests on your own runners' },
      library: { text: 'probe loopback and private addresses, for local testing' },
    },
  },
  reporter: {
    type: texts('name[=file]'),
    text: `${reporterNames}; name=file writes to a file; repeatable`,
    default: 'pretty',
    faces: [...reporting, 'history'],
    at: {
      merge: { default: 'json' },
      history: { text: 'pretty, markdown, json; name=file writes to a file; repeatable' },
    },
  },
  reports: {
    type: texts('name=file'),
    text: `reports to write, one per line, as name=file: ${reporterNames}`,
    faces: ['action'],
  },
  summary: { type: flag, text: 'false writes no job summary', default: 'true', faces: ['action'] },
  failOn: {
    type: level,
    text: levels,
    default: 'error',
    faces: [...reporting, 'action'],
    at: { probe: { text: `${levels} (default: any verdict except pass)`, default: null } },
  },
  quiet: {
    ...off,
    short: 'q',
    text: 'show only what needs attention',
    faces: reporting,
    excludes: { options: ['verbose'] },
  },
  verbose: {
    ...off,
    short: 'v',
    text: 'show all facts and all findings',
    faces: [...reporting, 'history', 'exporter'],
    at: { history: { text: 'list all endpoints, with 90 days' }, exporter: { text: 'log each request' } },
  },
  color: {
    type: flag,
    text: 'always use color',
    negative: 'never use color (NO_COLOR and FORCE_COLOR work too)',
    faces: [...reporting, 'demo'],
  },
  apiBaseUrl: {
    type: text('url'),
    text: 'base URL of a query service to smoke-test too, with api-token and api-networks',
    faces: ['action'],
  },
  apiToken: {
    type: text('token'),
    text: 'the bearer token for it, which is masked in the log',
    faces: ['action'],
  },
  apiNetworks: {
    type: text('names'),
    text: 'the networks to call it for, comma-separated or one per line',
    faces: ['action'],
  },
} as const satisfies Readonly<Record<string, OptionRow>>;
