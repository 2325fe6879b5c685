import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** A service of one test; resolves to its origin and the paths that were requested. */
export async function serve(handler: Handler): Promise<{ origin: string; requested: string[] }> {
  const requested: string[] = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url ?? '');
    handler(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

/** Answers with JSON. */
export function json(value: unknown): Handler {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
}

/** Answers with what a function makes of the query; `index` counts the requests before. */
export function answerQuery(answer: (query: URLSearchParams, index: number) => unknown): Handler {
  let index = 0;
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    json(answer(searchParams, index++))(request, response);
  };
}
