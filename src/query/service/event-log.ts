import { formatLine, type LogFields } from '../../http-server/request-log.js';

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
