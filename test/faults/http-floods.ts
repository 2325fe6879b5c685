import { startFlood } from '../support/flood-server.js';
import type { FaultOf } from './fault.js';

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const long = 'x'.repeat(1_000);

/** Endless bytes that never complete an answer. */
export const httpFloodFaults: readonly FaultOf[] = [
  flood('informational responses', '', `HTTP/1.1 103 Early Hints\r\nlink: <${long}>\r\n\r\n`),
  flood('reason phrase', 'HTTP/1.1 200 ', long),
  flood('chunk extension', `${chunked}1`, `;${long}`),
  flood('chunks with extensions', chunked, `1;${long}\r\na\r\n`),
  flood('trailers', `${chunked}0\r\n`, `x: ${long}\r\n`),
  {
    name: 'endless informational responses, over TLS',
    start: async ({ authority, serve }) => {
      const pair = await authority.issue();
      return `https://localhost:${await serve(startFlood('', 'HTTP/1.1 103 X\r\n\r\n', pair))}`;
    },
    verdict: 'fail',
    rules: ['net/response-too-large'],
  },
];

function flood(name: string, begin: string, part: string): FaultOf {
  return {
    name: `endless ${name}`,
    start: async ({ serve }) => `http://localhost:${await serve(startFlood(begin, part))}`,
    verdict: 'fail',
    rules: ['net/response-too-large'],
  };
}
