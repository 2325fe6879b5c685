import { isListSource, routes } from '../query/client/routes.js';
import type { Handlers } from '../query/service/http/answer-route.js';
import type { Handler } from '../query/service/http/handler.js';
import { ServiceProblem } from '../query/service/http/service-problem.js';

/** For the log. */
export const noDatabase = 'routes 7 to 10 are not served: --no-database';

/** Without Retry-After: waiting does not help. */
const refuse: Handler = () =>
  Promise.reject(
    new ServiceProblem(503, 'the service runs without a database: it serves routes 1 to 6 only', {
      type: 'no-database',
    }),
  );

/** The handlers of a service without a database, which refuse. */
export const refusals: Handlers = Object.fromEntries(
  routes.flatMap(({ name, source }) => (isListSource(source) ? [] : [[name, refuse]])),
);
