import { create, createFileRegistry } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

const scope = 'cosmos.base.tendermint.v1beta1';
const label = FieldDescriptorProto_Label.OPTIONAL;
/** The parts of schemas/cosmos-tendermint.proto that GetNodeInfo needs. */
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

const found = files.getService(`${scope}.Service`)?.method['getNodeInfo'];
if (found === undefined) throw new Error('the method is not described');

/**
 * GetNodeInfo, with the part of its messages that names the chain.
 * @type {import('@bufbuild/protobuf').DescMethodUnary}
 */
// @ts-expect-error -- the type of a registry does not tell the kind of a method
export const getNodeInfo = found;
