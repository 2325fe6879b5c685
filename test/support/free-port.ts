import { createServer, type AddressInfo } from 'node:net';

/** A port that was free a moment ago, for programs that cannot pick one and say which. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
