import protobuf from 'protobufjs/light.js';
import descriptors from './descriptors.generated.json' with { type: 'json' };

// proto-loader makes, of every message, a description of itself that a server hands out and a client has no use for; with the
// libraries that it needs this was half of what a gRPC check took to load.
const root = protobuf.Root.fromJSON(descriptors as protobuf.INamespace);

/** How a client asks and reads; fields have the names of the proto files, 64-bit numbers are numbers. */
export interface Method {
  readonly path: string;
  readonly serialize: (request: object) => Buffer;
  /** Throws where the bytes are not the message that they should be. */
  readonly deserialize: (bytes: Buffer) => object;
}

/** The method of a service in `schemas/*.proto`. Throws where there is none, which is a mistake of the program. */
export function findMethod(service: string, name: string): Method {
  const method = root.lookupService(service).methods[name];
  method?.resolve();
  const { resolvedRequestType: request = null, resolvedResponseType: response = null } = method ?? {};
  if (request === null || response === null) throw new Error(`${service} has no method ${name}`);
  return {
    path: `/${service}/${name}`,
    serialize: (message) => Buffer.from(request.encode(request.fromObject(message)).finish()),
    deserialize: (bytes) =>
      response.toObject(response.decode(bytes), { defaults: true, longs: Number, oneofs: true }),
  };
}
