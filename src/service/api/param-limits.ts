import { orders, type RouteName } from '../../query/routes.js';

/** Transactions that a page may have. */
export const mostPerPage = 1_000;
/** Topics that may be asked for at once: nodes allow about so many. */
export const mostTopics = 100;
/** An address of 20 bytes, and a topic of 32. */
export const addressPattern = '^0[x][0-9a-fA-F]{40}$';
export const topicPattern = '^0[x][0-9a-fA-F]{64}$';
/** A denom in the form that the bank module gives it by default. */
export const denomPattern = '^[a-zA-Z][a-zA-Z0-9/:._-]{1,127}$';

const address = { pattern: addressPattern };
const denom = { pattern: denomPattern };
const offset = { maximum: mostPerPage };

/**
 * What this service asks of parameters beyond what the table of routes says of any service, in JSON Schema, by the client's names: the
 * description of the API tells it.
 * @public
 */
export const parameterLimits: Partial<Record<RouteName, Readonly<Record<string, object>>>> = {
  accountTransferEvents: { address, contractAddress: address, offset },
  transactionsByEvent: {
    address,
    topics: { maxItems: mostTopics, items: { type: 'string', pattern: topicPattern } },
    offset,
    sort: { enum: orders },
  },
  holders: { denom },
  holderSummary: { denom },
};
