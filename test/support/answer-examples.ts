import { readFileSync } from 'node:fs';
import type { Answers } from '../../src/query/client/answers.generated.js';

interface Operation {
  readonly operationId: keyof Answers;
  readonly responses: { readonly 200: { readonly content: { 'application/json': { example: never } } } };
}

const { paths } = JSON.parse(readFileSync('schemas/query-api.openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
};

/** The answer that the description of the API has as the example of a route. */
function readExample<Name extends keyof Answers>(name: Name): Answers[Name] {
  const operation = Object.values(paths).find(({ get }) => get.operationId === name);
  if (operation === undefined) throw new Error(`no route ${name}`);
  return operation.get.responses[200].content['application/json'].example;
}

const transfers = readExample('accountTransferEvents');
const events = readExample('transactionsByEvent');
const holders = readExample('holders');
const summary = readExample('holderSummary');
const account = transfers.address;

/** Two answers of each route that needs nodes. A field that may be null is null in one of them only, unless it is an object. */
export const answerExamples = {
  accountTransferEvents: [
    transfers,
    {
      ...transfers,
      tokenType: 'ERC1155',
      next: null,
      range: null,
      transactions: transfers.transactions.map((transaction) => ({
        ...transaction,
        timestamp: null,
        transfers: transaction.transfers.map((transfer) => ({
          ...transfer,
          operator: account,
          items: [{ tokenId: '7', amount: '1' }],
        })),
      })),
    },
  ],
  transactionsByEvent: [
    events,
    {
      ...events,
      next: null,
      range: null,
      transactions: events.transactions.map((transaction) => ({ ...transaction, timestamp: null, logs: [] })),
    },
  ],
  holders: [
    holders,
    {
      ...holders,
      keyword: 'kava1',
      holders: [],
      asOf: { ...holders.asOf, height: null },
      complete: false,
      difference: '12',
      next: null,
    },
  ],
  holderSummary: [
    summary,
    {
      ...summary,
      denom: 'uother',
      supply: '0',
      holderCount: null,
      sum: null,
      difference: null,
      asOf: null,
      metadata: null,
    },
  ],
} as const satisfies Partial<{ readonly [Name in keyof Answers]: readonly Answers[Name][] }>;
