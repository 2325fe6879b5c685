import { checks } from '../../checks/index.js';
import { formats } from '../../formats/index.js';
import { defaultDeadLimits } from '../../history/judge-line.js';
import { off, type OptionRow } from './option-row.js';
import { flag, format, integer, kinds, shard, text, texts } from './option-type.js';

const kindNames = checks.map(({ kind }) => kind).join(', ');
const formatNames = formats.map(({ name }) => name).join(', ');
const deadHistory = { oneOf: ['history'], hint: 'write --history history.jsonl' } as const;
const withDead = { needs: { oneOf: ['dead'] } } as const;
const withoutShard = { excludes: { options: ['shard'] } } as const;

/** The options that say what is checked or changed, and what is known of it from earlier runs. */
export const subjectRows = {
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
      check: {
        excludes: { options: ['fix', 'fixAll', 'fixDryRun'], reason: 'a script makes plain entries' },
      },
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
} as const satisfies Readonly<Record<string, OptionRow>>;
