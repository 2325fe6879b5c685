import { formatLine, type LogFields } from '../../http-server/request.js';
import type { Reading, RequestMetrics } from '../../http-server/metrics.js';

/** The events that the log records, besides requests. */
const events = [
  'start',
  'stop',
  'tokens-reread',
  'tokens-invalid',
  'tokens-weak',
  'database',
  'holders-failed',
  'holders-differ',
  'error',
] as const;
type ServiceEvent = (typeof events)[number];

/** Logs and counts events that are not requests. */
export class EventLog {
  readonly counts = Object.fromEntries(events.map((event) => [event, 0])) as Record<ServiceEvent, number>;
  readonly #write: (line: string) => void;

  /** `write` is called with each line: JSON and a line feed. */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  add(event: ServiceEvent, fields: LogFields): void {
    this.counts[event] += 1;
    this.#write(formatLine({ event, ...fields }));
  }
}

/** What operators should know about the snapshots of a process. */
export interface SnapshotState {
  readonly walked: number;
  /** By reason. */
  readonly failed: Readonly<Record<string, number>>;
}

export interface ChainState {
  readonly isDatabaseUp: boolean;
  /** Null where no nodes are read. */
  readonly snapshots: SnapshotState | null;
}

/** Adds the service's own metrics, and returns their rendering. Those of the chain are there if routes need nodes, and come from one look at its state. */
export function addServiceMetrics(
  metrics: RequestMetrics,
  events: Pick<EventLog, 'counts'>,
  readChainState?: () => Promise<ChainState>,
): () => Promise<string> {
  let state: ChainState = { isDatabaseUp: false, snapshots: null };
  const ofLog: Reading = {
    type: 'counter',
    name: 'endpoint_check_service_log_events_total',
    help: 'Lines of the log by event, those of requests left out.',
    label: 'event',
    read: () => events.counts,
  };
  const ofChain: readonly Reading[] = [
    {
      type: 'gauge',
      name: 'endpoint_check_service_database_up',
      help: 'Whether the database could be written to when this was asked. Absent with --no-database.',
      read: () => Number(state.isDatabaseUp),
    },
    {
      type: 'counter',
      name: 'endpoint_check_service_snapshots_total',
      help: 'Snapshots of holders that were read from nodes.',
      read: () => state.snapshots?.walked ?? null,
    },
    {
      type: 'counter',
      name: 'endpoint_check_service_snapshot_failures_total',
      help: 'Snapshots of holders that could not be made.',
      label: 'reason',
      read: () => state.snapshots?.failed ?? null,
    },
  ];
  for (const reading of [ofLog, ...(readChainState === undefined ? [] : ofChain)])
    metrics.addReading(reading);
  return async () => {
    if (readChainState !== undefined) state = await readChainState();
    return metrics.registry.metrics();
  };
}
