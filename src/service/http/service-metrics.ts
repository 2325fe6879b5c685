import { tool } from '../../engine/tool.js';
import { renderBuildInfo, renderProcessMetrics } from '../../http-server/process-metrics.js';
import { labelEach, renderFamily } from '../../http-server/render-family.js';
import type { ChainState } from '../chain/create-chain-handlers.js';
import type { EventLog } from '../event-log.js';

/** The service's metrics besides those of requests, in Prometheus' text format; null without routes that need nodes. */
export function renderServiceMetrics(chain: ChainState | null, { counts }: Pick<EventLog, 'counts'>): string {
  return [
    renderBuildInfo('endpoint_check_service_build_info', tool.version),
    chain === null ? '' : renderChainMetrics(chain),
    renderFamily(
      'endpoint_check_service_log_events_total',
      'counter',
      'Lines of the log by event, those of requests left out.',
      labelEach('event', counts),
    ),
    renderProcessMetrics(),
  ].join('');
}

function renderChainMetrics({ isDatabaseUp, snapshots }: ChainState): string {
  return [
    renderFamily(
      'endpoint_check_service_database_up',
      'gauge',
      'Whether the database could be written to when this was asked. Absent without a driver for one.',
      isDatabaseUp === null ? [] : [['', Number(isDatabaseUp)]],
    ),
    renderFamily(
      'endpoint_check_service_snapshots_total',
      'counter',
      'Snapshots of holders that were read from nodes.',
      snapshots === null ? [] : [['', snapshots.walked]],
    ),
    renderFamily(
      'endpoint_check_service_snapshot_failures_total',
      'counter',
      'Snapshots of holders that could not be made.',
      snapshots === null ? [] : labelEach('reason', snapshots.failed),
    ),
  ].join('');
}
