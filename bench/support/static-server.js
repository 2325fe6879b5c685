// A process with a bare HTTP server that answers everything with one body: the best that a service can reach.
import { createServer } from 'node:http';
import { pin } from './http-servers.js';

const { bytes } = /** @type {{ bytes: number }} */ (JSON.parse(process.argv[2] ?? '{}'));
const body = Buffer.alloc(bytes, 'x');
pin('server');
const server = createServer((_request, response) =>
  response.writeHead(200, { 'content-length': bytes }).end(body),
);
// The parent may exit without sending a message.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  process.send?.({ url, pid: process.pid });
});
