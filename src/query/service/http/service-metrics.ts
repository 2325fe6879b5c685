import type { RequestMetrics } from '../../../http-server/metrics.js';
import type { ChainState } from '../chain/create-chain-handlers.js';
import type { EventLog } from '../event-log.js';

/**
 * Adds the service's metrics besides those of requests, and returns their rendering. Those of the chain are only there if there are routes that need
 * nodes; all come from one look at its state.
 */
export function addServiceMetrics(
  metrics: RequestMetrics,
  events: Pick<EventLog, 'counts'>,
  readChainState?: () => Promise<ChainState>,
): () => Promise<string> {
  metrics.addReading(
    {
      type: 'counter',
      name: 'endpoint_check_service_log_events_total',
      help: 'Lines of the log by event, those of requests left out.',
      label: 'event',
    },
    () => events.counts,
  );
  if (readChainState === undefined) return () => metrics.registry.metrics();
  let state: ChainState = { isDatabaseUp: null, snapshots: null };
  metrics.addReading(
    {
      type: 'gauge',
      name: 'endpoint_check_service_database_up',
      help: 'Whether the database could be written to when this was asked. Absent with --no-database.',
    },
    () => (state.isDatabaseUp === null ? null : Number(state.isDatabaseUp)),
  );
  metrics.addReading(
    {
      type: 'counter',
      name: 'endpoint_check_service_snapshots_total',
      help: 'Snapshots of holders that were read from nodes.',
    },
    () => state.snapshots?.walked ?? null,
  );
  metrics.addReading(
    {
      type: 'counter',
      name: 'endpoint_check_service_snapshot_failures_total',
      help: 'Snapshots of holders that could not be made.',
      label: 'reason',
    },
    () => state.snapshots?.failed ?? null,
  );
  return async () => {
    state = await readChainState();
    return metrics.registry.metrics();
  };
}
