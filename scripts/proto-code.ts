import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buffer, text } from 'node:stream/consumers';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor/index.js';
import { CodeGeneratorRequest, CodeGeneratorResponse, FileDescriptorSet } from 'ts-proto-descriptors';

const names = ['grpc-reflection', 'cosmos-tendermint', 'cosmos-bank', 'cosmos-node'];

/** Requests are only encoded, responses only decoded: what is not called is not generated. */
const options = [
  'env=node',
  'esModuleInterop=true',
  'forceLong=number',
  'outputServices=none',
  'outputJsonMethods=false',
  'outputPartialMethods=false',
  'outputTypeAnnotations=false',
  'outputEncodeIncludeTypes=(Request|PageRequest)$',
  'outputDecodeIncludeTypes=^(?!.*Request$)',
];

const header = '// @ts-nocheck: generated methods leave parameters unused\n';

/** ts-proto counts on the reader, as `any`, which no option changes; this type has the one field that it adds. */
const nestedReader = `
/** A reader that knows how deep its message is nested, so that a hostile answer cannot overflow the stack. */
type NestedReader = BinaryReader & { __tsProtoDecodeDepth?: number };
`;

function typeReader(content: string) {
  const typed = content.replaceAll('(reader as any)', '(reader as NestedReader)');
  return typed === content ? content : `${typed}${nestedReader}`;
}

/**
 * The code that reads and writes the messages of `schemas/*.proto`, path and text. ts-proto is a plugin of protoc; protobufjs parses
 * the files instead, so that only npm packages are needed.
 */
export async function generateProtoCode(): Promise<[string, string][]> {
  const protoFile = await Promise.all(names.map(describeFile));
  const request = CodeGeneratorRequest.encode({
    fileToGenerate: protoFile.map(({ name }) => name),
    parameter: options.join(','),
    protoFile,
    sourceFileDescriptors: [],
    compilerVersion: undefined,
  }).finish();
  const { error, file } = CodeGeneratorResponse.decode(await runPlugin(request));
  if (error) throw new Error(`ts-proto: ${error}`);
  return file.map(({ name, content }) => [
    `src/net/grpc/${name.replace(/\.ts$/, '.generated.ts')}`,
    `${header}${typeReader(content)}`,
  ]);
}

/** The definitions of the messages, for servers that describe themselves. */
export async function describeProtos() {
  return (await load(names)).toJSON();
}

async function load(files: readonly string[]) {
  const root = new protobuf.Root();
  // One after the other, so that the order of the result does not depend on the disk.
  for (const name of files) await root.load(`schemas/${name}.proto`, { keepCase: true });
  return root;
}

async function describeFile(name: string) {
  const root = await load([name]);
  root.resolveAll();
  const encoded = descriptor.FileDescriptorSet.encode(root.toDescriptor('proto3')).finish();
  const [file] = FileDescriptorSet.decode(encoded).file;
  if (file === undefined) throw new Error(`no message in ${name}.proto`);
  // protobufjs leaves names of types relative, protoc writes them in full.
  const qualify = (type: string) => (type === '' || type.startsWith('.') ? type : `.${file.package}.${type}`);
  for (const message of file.messageType) {
    for (const field of message.field) field.typeName = qualify(field.typeName);
  }
  return Object.assign(file, { name: `${name}.proto`, dependency: [], service: [], syntax: 'proto3' });
}

async function runPlugin(request: Uint8Array) {
  const plugin = fileURLToPath(import.meta.resolve('ts-proto/protoc-gen-ts_proto'));
  const child = execFile(process.execPath, [plugin], { encoding: 'buffer' });
  if (child.stdin === null || child.stdout === null || child.stderr === null) throw new Error('no pipes');
  child.stdin.end(request);
  const [answer, errors] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  if (errors !== '') throw new Error(errors);
  return answer;
}
