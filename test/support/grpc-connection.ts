import { onTestFinished } from 'vitest';
import { type GrpcConnection, openGrpc } from '../../src/net/grpc/connection.js';
import type { Transport } from '../../src/net/grpc/session.js';
import type { ProbeContext } from '../../src/net/probe-context.js';

/** A gRPC connection that is closed when the test ends. */
export function openForTest(
  context: ProbeContext,
  addresses: readonly string[] = ['127.0.0.1'],
  transport: Transport = 'plaintext',
): GrpcConnection {
  const connection = openGrpc(context, addresses, transport);
  onTestFinished(() => connection.close());
  return connection;
}
