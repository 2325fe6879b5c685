import type { Target } from '../../../model/entry.js';
import type { AddressForms, UrlReading } from '../../../model/kind.js';
import { truncate } from '../../../model/text.js';
import { formatTarget } from '../../http/follow-redirect.js';
import { readHttpUrl } from '../../url/http-url.js';

export const wsExample = 'wss://rpc.example.com/websocket';

/** The path at which CometBFT serves websockets (its `node/node.go`, `rpc/jsonrpc/server`). */
export const websocketPath = '/websocket';

/** Reads the url of a CometBFT websocket; one without a path gets a warning. */
export function readWsUrl(url: string, forms: AddressForms): UrlReading {
  const reading = readHttpUrl(url, forms, { schemes: ['wss', 'ws'], example: wsExample });
  if (reading.target === null || !/^\/(?:\?|$)/.test(reading.target.path)) return reading;
  const suggestion = formatWsTarget({ ...reading.target, path: websocketPath });
  return {
    target: reading.target,
    problems: [...reading.problems, { code: 'entry/websocket-path', data: { suggestion } }],
  };
}

export function formatWsTarget(target: Target): string {
  return truncate(formatTarget(target).replace(/^http/, 'ws'));
}
