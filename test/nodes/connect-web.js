// Gets the info of a node with connect-web, as a page does: node test/nodes/connect-web.js <url>. Ends with 0 where that is answered.
import { toJsonString } from '@bufbuild/protobuf';
import { createGrpcWebTransport } from '@connectrpc/connect-web';
import { getNodeInfo } from '../opinions/clients/get-node-info.js';

const [, , baseUrl = ''] = process.argv;
const answer = await createGrpcWebTransport({ baseUrl }).unary(getNodeInfo, undefined, 5_000, undefined, {});
console.log(toJsonString(getNodeInfo.output, answer.message));
