import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that the service received. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
}

/** An answer in place of the service's own. */
export interface Instead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True to end the connection in the middle of the body. */
  readonly cutOff?: boolean;
}

/** The token that the service knows. */
export const token = 'test.token-1';
export const contract = `0x${'ab'.repeat(20)}`;
export const account = `0x${'cd'.repeat(20)}`;

const holders = Array.from({ length: 45 }, (_, at) => ({
  address: `kava1${at}`,
  amount: '9007199254740993',
}));

/** A query service with one network, kava, which answers as a test wants: `instead` by path, where it returns something. */
export async function startQueryService(
  instead: (path: string, authorized: boolean) => Instead | undefined = () => undefined,
): Promise<{ readonly baseUrl: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = http.createServer((request, response) => {
    const { authorization } = request.headers;
    const url = new URL(request.url ?? '', 'http://localhost');
    asked.push({ path: request.url ?? '', authorization });
    const authorized = authorization === `Bearer ${token}`;
    const other = instead(url.pathname, authorized);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (other !== undefined) {
      const { status, headers, body = '', cutOff = false } = other;
      if (!cutOff) response.writeHead(status, headers).end(body);
      else {
        response.writeHead(status, { ...headers, 'content-length': '1000' });
        response.write(body, () => response.destroy());
      }
    } else if (!authorized) json(401, { title: 'Unauthorized' });
    else {
      const value = answer(url);
      if (value === undefined) json(404, { title: 'Not Found' });
      else json(200, value);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, asked };
}

function answer({ pathname, searchParams }: URL): unknown {
  switch (decodeURIComponent(pathname)) {
    case '/api/v1/kava/assets':
      return [{ symbol: 'KAVA', denom: 'ukava' }];
    case '/api/v1/kava/assets/KAVA':
    case '/api/v1/kava/assets/ibc/A':
      return { symbol: 'KAVA' };
    case '/api/v1/kava/erc20':
      return { tokens: [{ contract }] };
    case `/api/v1/kava/erc20/${contract}`:
      return { contract };
    case '/api/v1/kava/cw20':
      return [];
    case '/api/v1/evm/kava/tx/list-by-event':
      return [{ logs: [{ topics: ['0x1', `0x${'0'.repeat(24)}${account.slice(2)}`] }] }];
    case '/api/v1/evm/kava/account/transfer-event':
      return [];
    case '/api/v1/kava/holders': {
      const [skip, size] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit') ?? 20)];
      return holders.slice(skip, skip + size);
    }
    case '/api/v1/kava/holders/summary':
      return { count: 45 };
    default:
      return undefined;
  }
}
