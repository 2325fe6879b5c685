import { onTestFinished } from 'vitest';
import { createService, type ServiceOptions } from '../../src/query/service/http/create-service.js';
import { type RunningServer, startServer } from '../../src/http-server/server.js';

/** The token of services in tests. */
const serviceToken = 'service-token';
const tokens = [{ name: null, token: serviceToken }];
/** The headers of a request with it. */
export const authorized = { authorization: `Bearer ${serviceToken}` };

/** A service in this process, with the lines of its log. */
export interface LocalService extends RunningServer {
  readonly logged: string[];
}

/** Starts a service on a free port, which ends with the test. */
export async function startService(options: Partial<ServiceOptions> = {}): Promise<LocalService> {
  const logged: string[] = [];
  const listener = createService({
    registry: 'fixtures/registries/real',
    handlers: {},
    getTokens: () => tokens,
    cacheMs: 10_000,
    log: (line) => logged.push(line),
    ...options,
  });
  const server = await startServer(listener, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  return { ...server, logged };
}
