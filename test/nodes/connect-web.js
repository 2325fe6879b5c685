// Gets the info of a node with connect-web, as a page does: node test/nodes/connect-web.js <url>. Ends with 0 where that is answered.
import { create, createFileRegistry, toJsonString } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { createGrpcWebTransport } from '@connectrpc/connect-web';

const scope = 'cosmos.base.tendermint.v1beta1';
const label = FieldDescriptorProto_Label.OPTIONAL;
/** What of schemas/cosmos-tendermint.proto GetNodeInfo needs. */
const file = create(FileDescriptorProtoSchema, {
  name: 'query.proto',
  package: scope,
  syntax: 'proto3',
  messageType: [
    { name: 'GetNodeInfoRequest' },
    {
      name: 'GetNodeInfoResponse',
      field: [
        {
          name: 'default_node_info',
          number: 1,
          label,
          type: FieldDescriptorProto_Type.MESSAGE,
          typeName: `.${scope}.DefaultNodeInfo`,
        },
      ],
    },
    {
      name: 'DefaultNodeInfo',
      field: [{ name: 'network', number: 4, label, type: FieldDescriptorProto_Type.STRING }],
    },
  ],
  service: [
    {
      name: 'Service',
      method: [
        {
          name: 'GetNodeInfo',
          inputType: `.${scope}.GetNodeInfoRequest`,
          outputType: `.${scope}.GetNodeInfoResponse`,
        },
      ],
    },
  ],
});
const files = createFileRegistry(create(FileDescriptorSetSchema, { file: [file] }));
/** @type {import('@bufbuild/protobuf').DescMethodUnary | undefined} */
// @ts-expect-error -- of which kind a method is, the type of a registry leaves open
const method = files.getService(`${scope}.Service`)?.method['getNodeInfo'];
if (method === undefined) throw new Error('the method is not described');
const [, , baseUrl = ''] = process.argv;
const answer = await createGrpcWebTransport({ baseUrl }).unary(method, undefined, 5_000, undefined, {});
console.log(toJsonString(method.output, answer.message));
