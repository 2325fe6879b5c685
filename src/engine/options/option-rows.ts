import { checks } from '../../checks/index.js';
import { formats } from '../../formats/index.js';
import { capabilityNames } from '../../model/capability.js';
import { defaultDeadLimits } from '../../history/judge-line.js';
import { reporterRows } from '../../reporters/index.js';
import { defaultUserAgent } from '../../net/user-agent.js';
import {
  duration,
  flag,
  format,
  integer,
  kinds,
  level,
  type OptionType,
  rate,
  requirements,
  role,
  shard,
  size,
  text,
  texts,
  time,
  userAgent,
} from './option-type.js';

/** Where options are set: a command, the Action's inputs, the library's objects of options. `probe` is the command of each kind, `queryPages` that of a route with pages. */
export type Face =
  | 'check'
  | 'probe'
  | 'add'
  | 'remove'
  | 'history'
  | 'query'
  | 'queryPages'
  | 'smoke'
  | 'serve'
  | 'exporter'
  | 'merge'
  | 'demo'
  | 'action'
  | 'library'
  | 'libraryRegistry';

interface Wording {
  readonly text?: string;
  /** Null for none. */
  readonly default?: string | null;
  /** This option needs one of these; the hint says what to write. */
  readonly needs?: { readonly oneOf: readonly string[]; readonly hint?: string };
  /** This option cannot be set with these; the reason says why. An exclusion stands at one of the two. */
  readonly excludes?: { readonly options: readonly string[]; readonly reason?: string };
}

/** An option: its type, its default as users write it, its texts for help and docs, and the faces that have it. */
export interface OptionRow extends Wording {
  readonly type: OptionType<unknown>;
  readonly text: string;
  readonly faces: readonly Face[];
  /** Its name once it is read, and in the library; its own name by default. */
  readonly field?: string;
  readonly short?: string;
  /** What other tools call it, in kebab-case: near in meaning, not in spelling. */
  readonly otherNames?: readonly string[];
  /** The text of `--no-…`, which is false; a switch whose default is true has only this form on the command line. */
  readonly negative?: string;
  /** Whether the text includes the default. */
  readonly saysDefault?: true;
  readonly hidden?: true;
  readonly at?: Partial<Readonly<Record<Face, Wording>>>;
}

const probing = ['check', 'probe', 'add', 'exporter', 'action', 'library'] as const;
const calling = ['query', 'queryPages', 'smoke'] as const;
const reporting = ['check', 'probe', 'add', 'smoke', 'merge'] as const;
const kindNames = checks.map(({ kind }) => kind).join(', ');
const formatNames = formats.map(({ name }) => name).join(', ');
const reporterNames = Object.entries(reporterRows)
  .map(([name, { writes }]) => (writes === 'files' ? `${name}=<dir>` : name))
  .join(', ');
const levels = 'error, warning or inconclusive; each includes those before it';
const localOnly = 'probe loopback and private addresses (local testing only)';

const calledFor = { text: 'whole budget of a call, waits and retries included', default: '30s' } as const;

const deadHistory = { oneOf: ['history'], hint: 'write --history history.jsonl' } as const;
const withDead = { needs: { oneOf: ['dead'] } } as const;
const withoutShard = { excludes: { options: ['shard'] } } as const;

const off = { type: flag, default: 'false' } as const;

/** All options but the parameters of the query API's routes, in the order of help. */
const optionRows = {
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
  chainId: { type: text('id'), text: 'the chain id that the endpoints should report', faces: ['probe'] },
  provider: { type: text('name'), text: 'the operator of the endpoint', faces: ['add'] },
  force: {
    ...off,
    text: 'add it even if it could not be judged from this machine',
    faces: ['add', 'remove'],
    at: { remove: { text: 'with --dead: also remove what the last run did not confirm', ...withDead } },
  },
  paths: { type: texts('path'), text: 'files or directories, one per line', default: '.', faces: ['action'] },
  scope: {
    type: text('scope'),
    text: 'what to check: changed (only entries that the event added or changed; what was wrong before is at most a warning), all, or auto: changed on pull_request, merge_group and push, all on other events',
    default: 'auto',
    faces: ['action'],
  },
  only: {
    type: kinds,
    text: `kinds to probe, comma-separated: ${kindNames}; all by default, except peers in a check of the whole registry`,
    faces: ['check', 'exporter', 'action', 'library'],
    at: { library: { text: 'kinds to probe, such as `grpc`' } },
  },
  peers: {
    ...off,
    text: 'also probe peers (otherwise only their format is checked)',
    faces: ['check', 'exporter', 'action', 'library'],
    at: {
      exporter: { text: 'also list and probe peers' },
      action: {
        text: 'true also probes peers if the whole registry is checked; otherwise only their format is checked',
      },
    },
  },
  kind: { type: kinds, text: 'only entries of these kinds, comma-separated', faces: ['remove'] },
  format: {
    type: format,
    text: `read every path in this format: ${formatNames}`,
    faces: ['check', 'exporter', 'action', 'libraryRegistry'],
    at: {
      exporter: { text: `read the registry in this format: ${formatNames}` },
      libraryRegistry: {
        text: 'the name of the format to read every path in, such as `keplr`; recognised by default',
      },
    },
  },
  network: {
    type: flag,
    negative: 'check the structure only, probe nothing',
    text: 'false checks the structure only and probes nothing',
    default: 'true',
    // Of lychee.
    otherNames: ['offline'],
    faces: ['check', 'action', 'library'],
  },
  since: {
    type: text('git-ref'),
    text: 'probe only entries added or changed since the ref; what was wrong before is at most a warning',
    faces: ['check', 'libraryRegistry'],
    excludes: { options: ['baseline'] },
    at: {
      libraryRegistry: {
        text: 'a git ref: only entries added or changed since are probed, and what was wrong before is at most a warning; everything by default',
      },
    },
  },
  baseline: {
    type: text('file'),
    text: 'earlier plain entries, in place of --since: only entries added or changed since are probed',
    faces: ['check', 'action', 'libraryRegistry'],
    at: {
      action: {
        text: 'a file of earlier plain entries, such as those of the base branch, in place of the commit that the event names: only entries added or changed since are probed, and what was wrong before is at most a warning',
      },
      libraryRegistry: {
        text: 'a file of earlier plain entries, in place of `since`: only entries added or changed since are probed, and what was wrong before is at most a warning',
      },
    },
  },
  references: {
    type: integer(0, 100),
    text: 'with --since: how many unchanged entries of a chain to compare new ones with, if the file claims no chain id or new entries contradict it',
    default: '2',
    faces: ['check', 'add', 'library'],
    at: {
      add: {
        text: 'how many entries of the chain to compare the new one with, if the file claims no chain id or the new entry contradicts it',
      },
      library: {
        text: 'with `since`, if the file claims no chain id, or new entries contradict it: unchanged entries of the chain are probed for comparison until this many have answered, at most five times as many',
      },
    },
  },
  hideUnchanged: {
    ...off,
    text: 'with --since: count findings that were there before, show only new ones',
    faces: ['check', 'action'],
    at: {
      check: { needs: { oneOf: ['since', 'baseline'] } },
      action: {
        default: null,
        text: 'true only counts findings that were there before; false shows them; by default true only on pull requests',
      },
    },
  },
  fix: {
    ...off,
    text: 'fix slips that can be corrected in only one way; leave everything else unchanged; then check the files',
    faces: ['check'],
    // Of prettier.
    otherNames: ['write'],
    ...withoutShard,
  },
  fixAll: {
    ...off,
    text: 'like --fix, and spell providers as most entries do',
    faces: ['check'],
    ...withoutShard,
  },
  fixDryRun: {
    ...off,
    text: 'print the fixes as a unified diff, change nothing',
    faces: ['check'],
    ...withoutShard,
  },
  dryRun: {
    ...off,
    text: 'print the changes as a unified diff, change nothing',
    faces: ['add', 'remove'],
    at: { add: { text: 'print the change as a unified diff, change nothing' } },
  },
  exclude: {
    type: text('file'),
    text: 'entries that are not probed, each with the reason (JSON)',
    faces: ['check', 'exporter', 'remove', 'history', 'action', 'libraryRegistry'],
    at: {
      libraryRegistry: {
        text: 'a JSON file with entries that are not probed, each with the reason; with `since`, its version at that ref counts; none by default',
      },
      remove: { text: 'with --dead: entries that are left out, each with the reason (JSON)', ...withDead },
      history: { text: 'with --dead: entries that are left out, each with the reason (JSON)', ...withDead },
      action: {
        text: 'a JSON file with entries that are not probed, each with the reason; on pull requests and in a merge queue the version of the base branch counts',
      },
    },
  },
  history: {
    type: texts('file'),
    text: 'a history file, with what each run has found: read before the run, updated after it',
    faces: ['check', 'merge', 'remove', 'history', 'action'],
    at: {
      merge: { text: 'a history file, in which the run of these reports is recorded' },
      remove: {
        text: 'with --dead: a history file; repeatable: only what is dead in all of them is removed',
        ...withDead,
      },
      history: { text: 'the same as a file argument; repeatable' },
      action: {
        text: 'a history file: read before the run, updated after it; ignored on pull requests and in a merge queue, where contributors may have changed it',
      },
    },
  },
  dead: {
    ...off,
    text: 'with --history: probe only endpoints that are dead in it, and a few others for comparison',
    faces: ['check', 'remove', 'history'],
    at: {
      check: { needs: deadHistory, excludes: { options: ['since', 'baseline'] } },
      remove: { text: 'remove what history --dead lists as dead, in place of addresses', needs: deadHistory },
      history: {
        text: 'list dead and withdrawn endpoints, with the evidence, and chains whose entries are all dead',
        excludes: { options: ['halted'], reason: 'write one of the two' },
      },
    },
  },
  halted: {
    ...off,
    text: 'list chains that make no blocks: all endpoints that answer report the same newest block',
    faces: ['history'],
  },
  minRuns: {
    type: integer(1, 10_000),
    text: 'dead means: nothing was at the address in at least this many runs in a row',
    default: String(defaultDeadLimits.minRuns),
    faces: ['remove', 'history'],
    at: { remove: withDead },
  },
  minDays: {
    type: integer(0, 3_650),
    text: 'these runs must cover at least this many days',
    default: String(defaultDeadLimits.minDays),
    faces: ['remove', 'history'],
    at: { remove: withDead },
  },
  markKilled: {
    ...off,
    text: 'with --dead: mark chains whose entries are all dead as ended, and keep their entries',
    faces: ['remove'],
    ...withDead,
    excludes: { options: ['kind'], reason: 'a chain has ended with all its entries' },
  },
  shard: {
    type: shard,
    text: 'check the i-th of n even parts, split by host; merge joins their reports',
    faces: ['check', 'action', 'libraryRegistry'],
    at: {
      action: {
        text: 'check the i-th of n even parts, such as 2/8; the merge command joins their reports; everything by default',
      },
      libraryRegistry: {
        text: 'a part such as `2/8`, the second of eight even parts, split by host; everything by default',
      },
    },
  },
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

type Rows = typeof optionRows;
export type OptionName = keyof Rows;

type At<Row extends OptionRow, Of extends Face> = Row extends { at: Record<Of, infer Override> }
  ? Omit<Row, keyof Override> & Override
  : Row;
type FieldOf<Name extends OptionName> = Rows[Name] extends { field: infer Field extends string }
  ? Field
  : Name;
type ReadOf<Row extends OptionRow> =
  Row['type'] extends OptionType<infer Value>
    ? Row['type'] extends { repeats: true }
      ? readonly Value[]
      : Value
    : never;
/** Null if it is not set and has no default; a switch is then false, unless it can be set to both. */
type ValueOf<Row extends OptionRow, Of extends Face> =
  At<Row, Of> extends { default: string } ? ReadOf<Row> : ReadOf<Row> | null;

export type Options<Of extends Face> = {
  readonly [Name in OptionName as Of extends Rows[Name]['faces'][number] ? FieldOf<Name> : never]: ValueOf<
    Rows[Name],
    Of
  >;
};

export interface OptionAt extends Pick<Wording, 'needs' | 'excludes'> {
  readonly name: OptionName;
  /** Its name once it is read, and in the library. */
  readonly field: string;
  readonly row: OptionRow;
  readonly text: string;
  readonly default: string | null;
}

export function listOptions(face: Face): readonly OptionAt[] {
  return (Object.entries(optionRows) as [OptionName, OptionRow][]).flatMap(([name, row]) => {
    const { text, default: preset = null, needs, excludes } = { ...row, ...row.at?.[face] };
    const relations = {
      ...(needs === undefined ? {} : { needs }),
      ...(excludes === undefined ? {} : { excludes }),
    };
    return row.faces.includes(face)
      ? [{ name, field: row.field ?? name, row, text, default: preset, ...relations }]
      : [];
  });
}

export function findByOtherName(otherName: string): string | undefined {
  const rows: Readonly<Record<string, OptionRow>> = optionRows;
  return Object.keys(rows).find((name) => rows[name]?.otherNames?.includes(otherName) === true);
}
