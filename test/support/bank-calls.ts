import type { handleUnaryCall } from '@grpc/grpc-js';
import { type BankOptions, implementBank } from '../../src/sandbox/bank.js';

/** A page of owners as it is requested. */
export interface OwnersRequest {
  readonly denom: string;
  readonly pagination: { readonly key: Buffer; readonly limit: number };
}

type OwnersCall = handleUnaryCall<OwnersRequest, object>;

/** A call with the same answer for every request. */
export function answerWith(message: object): handleUnaryCall<unknown, object> {
  return (_call, callback) => callback(null, message);
}

/** A call that refuses every request. */
export function refuseWith(refusal: {
  readonly code: number;
  readonly details?: string;
}): handleUnaryCall<unknown, object> {
  return (_call, callback) => callback(refusal);
}

/** A bank whose `DenomOwners` calls `before` first, and answers what that resolves to, if anything, else as usual. */
export function withOwnersCall(
  options: BankOptions,
  before: (request: OwnersRequest, height: string | null) => Promise<object | undefined>,
): BankOptions {
  const answerAsUsual = implementBank({ knownHeights: { first: 1, last: 1_234 }, ...options })[
    'DenomOwners'
  ] as OwnersCall;
  const DenomOwners: OwnersCall = (call, callback) => {
    const [height] = call.metadata.get('x-cosmos-block-height');
    before(call.request, height === undefined ? null : String(height)).then(
      (page) => (page === undefined ? answerAsUsual(call, callback) : callback(null, page)),
      (error: unknown) => callback(error as { code: number }),
    );
  };
  return { ...options, bankCalls: { ...options.bankCalls, DenomOwners } };
}
