import { refuseAll } from '../query/service/chain/create-chain-handlers.js';
import { ServiceProblem } from '../query/service/http/service-problem.js';

/** For the log. */
export const noDatabase = 'routes 7 to 10 are not served: --no-database';

const detail = 'the service runs without a database: it serves routes 1 to 6 only';

/** The handlers of a service without a database. No Retry-After: waiting does not help. */
export const refusals = refuseAll(new ServiceProblem(503, detail, { type: 'no-database' }));
