import http from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ask, sendRaw } from '../support/http.js';
import { spawnService, type SpawnedService } from '../support/spawn-service.js';

let service: SpawnedService;
beforeAll(async () => (service = await spawnService(['fixtures/registries/real'])));
afterAll(() => service.stop());

async function get(path: string) {
  return ask(service.url, path, { headers: { authorization: `Bearer ${service.token}` } });
}

describe('hostile requests are refused, and change nothing', () => {
  test.each([
    ['/v1/kava%2Fassets', 404],
    ['/v1/..%2F..%2Fkava/assets', 404],
    ['/v1/../kava/assets', 404],
    ['/v1/%2E%2E/assets', 404],
    ['/v1/kava/assets/..%2F..%2Fparam.json', 404],
    ['/v1/kava/../../../../etc/passwd', 404],
    ['/v1/kava%00/assets', 404],
    ['/v1/kava/assets/%00', 404],
    ['/v1/%FF%FE/assets', 400],
    ['/v1/%C0%AE%C0%AE/assets', 400],
    ['/v1/kava/assets?%', 400],
    ['/v1/__proto__/assets', 404],
    ['/v1/kava/assets/__proto__', 404],
    ['/v1/kava/assets/constructor', 404],
    [`/v1/kava/assets?${'&'.repeat(8_000)}`, 200],
    [`/v1/kava/holders?denom=a&${Array.from({ length: 1_000 }, (_, at) => `p${at}`).join('&')}`, 400],
    [`/v1/kava/assets?${Array.from({ length: 10_000 }, (_, at) => `p${at}=1`).join('&')}`, 431],
    [`/v1/${'a'.repeat(8_185)}/assets`, 404],
    [`/v1/${'a'.repeat(4_000)}/assets`, 404],
  ])('%.60s', async (path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.body.length).toBeLessThan(20_000);
  });

  test('headers beyond the limit', async () => {
    const bytes = `GET /v1/kava/assets HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
    expect(await sendRaw(service.url, bytes)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('requests that are cut off, and bytes that are no request', async () => {
    for (const bytes of ['GET /v1/kava/ass', '\x16\x03\x01\x02\x00\x01', '\0'.repeat(1_000)]) {
      const { hostname, port } = new URL(service.url);
      const request = http.request({ hostname, port });
      request.on('error', () => undefined).on('socket', (socket) => socket.end(bytes));
      request.flushHeaders();
    }
    expect((await get('/healthz')).status).toBe(200);
  });
});

test('clients that do not read their answers do not affect others', async () => {
  const { hostname, port } = new URL(service.url);
  const packet = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_600);
  for (let clients = 0; clients < 20; clients++) {
    const unread = connect({ host: hostname, port: Number(port) }).pause();
    unread.on('error', () => undefined);
    onTestFinished(() => void unread.destroy());
    await new Promise((sent) => unread.write(packet, sent));
  }
  for (let round = 0; round < 30; round++) {
    expect((await get('/v1/kava/assets/KAVA')).status).toBe(200);
  }
});
