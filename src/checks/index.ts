import type { Check } from './check.js';
import { evmCheck } from './evm/index.js';
import { grpcCheck } from './grpc/index.js';

/** The kinds of endpoints that are checked, in the order of the report. A new kind is a folder and a line here. */
export const checks: readonly Check[] = [grpcCheck, evmCheck];
