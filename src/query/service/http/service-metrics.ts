import type { Reading, RequestMetrics } from '../../../http-server/metrics.js';
import type { SnapshotState } from '../chain/holders/holders-worker.js';
import type { EventLog } from '../event-log.js';

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
