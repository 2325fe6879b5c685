// connect-web, the gRPC-web client of pages.
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { answerLines } from './answer-lines.js';
import { getNodeInfo } from './get-node-info.js';

answerLines(({ url, limitMs }) =>
  createGrpcWebTransport({ baseUrl: url }).unary(getNodeInfo, undefined, limitMs, undefined, {}),
);
