import http from 'node:http';
import { listen } from '../../src/sandbox/server.js';
import { use } from './servers.js';

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A service of one test; resolves to its origin and the paths that were requested. */
export async function serve(handler: Handler): Promise<{ origin: string; requested: string[] }> {
  const requested: string[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url ?? '');
    handler(request, response);
  });
  const { port } = await use(listen(server));
  return { origin: `http://127.0.0.1:${port}`, requested };
}

/** Answers with JSON. */
export function json(value: unknown): Handler {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
}

/** Answers with the result of a function of the query; `index` counts the requests before. */
export function answerQuery(answer: (query: URLSearchParams, index: number) => unknown): Handler {
  let index = 0;
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    json(answer(searchParams, index++))(request, response);
  };
}
