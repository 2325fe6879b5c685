import { fromJSON, type MethodDefinition } from '@grpc/proto-loader';
import descriptors from './descriptors.generated.json' with { type: 'json' };

// The type of a parsed JSON file is more specific than the parameter.
const root = descriptors as unknown as Parameters<typeof fromJSON>[0];

/** The definitions of `schemas/*.proto`. Fields have the names of the proto files, 64-bit numbers are numbers. */
export const definitions = fromJSON(root, { keepCase: true, defaults: true, longs: Number, oneofs: true });

export type ServiceMethods = Readonly<Record<string, MethodDefinition<object, object>>>;

export const reflectionService = definitions['grpc.reflection.v1.ServerReflection'] as ServiceMethods;
export const nodeService = definitions['cosmos.base.tendermint.v1beta1.Service'] as ServiceMethods;
export const statusService = definitions['cosmos.base.node.v1beta1.Service'] as ServiceMethods;
export const bankService = definitions['cosmos.bank.v1beta1.Query'] as ServiceMethods;

/** Finds a method. Throws if there is none, which is a bug. */
export function getMethod(service: ServiceMethods, name: string): MethodDefinition<object, object> {
  const method = service[name];
  if (method === undefined) throw new Error(`the descriptor has no method ${name}`);
  return method;
}
