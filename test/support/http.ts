import http from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request on a new connection, for exactly this path. */
export async function ask(
  origin: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    localAddress,
    encoding = 'utf8',
  }: {
    readonly method?: string;
    readonly headers?: http.OutgoingHttpHeaders;
    /** The address to send from, if this machine has several. */
    readonly localAddress?: string;
    /** How the body is read: `latin1` keeps its bytes. */
    readonly encoding?: BufferEncoding;
  } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const request = http.request({
    ...{ hostname, port, path, method, headers, agent: false },
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  request.end();
  const answer = await answered;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: (await buffer(answer)).toString(encoding),
  };
}

/** Sends bytes, and resolves to all that is received until the other side has ended. */
export async function sendRaw(origin: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  // A server that has refused the request reads no more of it.
  socket.on('error', () => undefined);
  socket.write(bytes);
  const all = await buffer(socket).catch(() => Buffer.alloc(0));
  socket.destroy();
  return all.toString('latin1');
}

/** The fields of a problem; throws if the answer is none. */
export function readProblem({ status, headers, body }: RawAnswer): {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly { readonly parameter: string; readonly detail: string }[];
} {
  const problem = JSON.parse(body) as ReturnType<typeof readProblem>;
  if (headers['content-type'] !== 'application/problem+json' || problem.status !== status) {
    throw new Error(`no problem: ${body}`);
  }
  return problem;
}

/** The value of a sample in a text of metrics, by its name and labels as they are written; null if there is none. */
export function readSample(text: string, sample: string): number | null {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `));
  return line === undefined ? null : Number(line.slice(sample.length));
}

/** The requests of tests to a service, with its token; `read` resolves to the value of a sample of `/metrics`, by its name and labels, null if there is none. */
export function createAsker({ url, token }: { readonly url: string; readonly token: string }) {
  const get = (path: string) => ask(url, path, { headers: { authorization: `Bearer ${token}` } });
  return { get, read: async (sample: string) => readSample((await get('/metrics')).body, sample) };
}
