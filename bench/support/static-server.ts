// A process with a bare HTTP server that answers everything with one body: the best that a service can reach.
import { createServer } from 'node:http';
import { listen } from '../../src/sandbox/server.js';
import { pin, readOptions, sendReady } from './process.js';

const { bytes } = readOptions<{ bytes: number }>();
const body = Buffer.alloc(bytes, 'x');
pin('server');
const server = createServer((_request, response) =>
  response.writeHead(200, { 'content-length': bytes }).end(body),
);
const { port } = await listen(server);
sendReady({ url: `http://127.0.0.1:${port}/`, pid: process.pid });
