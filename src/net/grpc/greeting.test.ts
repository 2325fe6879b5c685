import { describe, expect, test } from 'vitest';
import { failure } from '../../model/failure.js';
import { judgeGreeting } from './greeting.js';

const address = '192.0.43.8:9090';

function judge(bytes: string) {
  return judgeGreeting(Buffer.from(bytes, 'latin1'), address);
}

describe('a server is named by the first that it says to an HTTP/2 client', () => {
  test.each([
    ['HTTP/1.1 400 Bad Request\r\nServer: nginx\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['HTTP/1.0 505 HTTP Version not supported\n', 'HTTP/1.0 505 HTTP Version not supported'],
    ['HTTP/1.1 400', 'HTTP/1.1 400'],
    ['SSH-2.0-OpenSSH_9.6\r\n', 'SSH-2.0-OpenSSH_9.6'],
    ['-ERR unknown command\r\n', '-ERR unknown command'],
    ['', ''],
    ['\r\n', ''],
    // Lines of strangers are cut.
    ['x'.repeat(1_000), 'x'.repeat(80)],
  ])('%j is not HTTP/2', (bytes, said) => {
    expect(judge(bytes)).toEqual(failure('grpc/not-http2', { said }));
  });

  test.each([
    ['a fatal alert of TLS 1.2', '\x15\x03\x03\x00\x02\x02\x46'],
    ['an alert of TLS 1.0', '\x15\x03\x01\x00\x02\x02\x28'],
    ['the beginning of one', '\x15\x03'],
  ])('%s wants TLS', (_, bytes) => {
    expect(judge(bytes)).toEqual(failure('grpc/wants-tls', { address }));
  });

  test.each([
    ['an empty SETTINGS frame', '\0\0\0\x04\0\0\0\0\0'],
    ['a SETTINGS frame with settings', '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64'],
  ])('%s is HTTP/2', (_, bytes) => {
    expect(judge(bytes)).toEqual(failure('grpc/connection-dropped', { code: 'closed' }));
  });

  test.each([
    ['a handshake record', '\x16\x03\x03\x00\x02'],
    ['a GOAWAY frame', '\0\0\x08\x07\0\0\0\0\0'],
    ['three bytes', '\0\0\0'],
  ])('%s is neither', (_, bytes) => {
    expect(judge(bytes).code).toBe('grpc/not-http2');
  });
});
