import { cursor, inQuery, network, type Route, usual } from './route.js';

/** Parameters of `holders`. */
export interface HolderParams {
  readonly denom: string;
  /** Part of the address of the holders. */
  readonly keyword?: string;
  /** How many records to return, 1 to 1,000; 20 by default. */
  readonly limit?: number;
  /** How many records to skip; 0 by default. */
  readonly offset?: number;
  /** Where to continue: the `next` of an answer to the same request. */
  readonly cursor?: string;
}

const denom = inQuery('denom', 'string', 'The denom, such as uatom or ibc/….', {
  required: true,
  example: 'ukava',
  sample: 'denom',
});

/** What is read of the holders of denoms. */
export const holderRoutes: readonly Route[] = [
  {
    ...usual,
    name: 'holders',
    path: '/v1/{network}/holders',
    summary: 'Who holds a denom, the largest balance first.',
    parameters: [
      network,
      denom,
      inQuery('keyword', 'string', 'Part of the address of the holders.'),
      inQuery('limit', 'integer', 'How many records to give.', { minimum: 1, maximum: 1_000, default: 20 }),
      inQuery('offset', 'integer', 'How many records to skip.', { minimum: 0, default: 0 }),
      cursor,
    ],
    method: { description: 'The holders of a denom; one page.', params: 'HolderParams' },
    paging: { by: 'records', position: 'offset', size: 'limit' },
    source: 'snapshot',
    answer: 'HoldersPage',
  },
  {
    ...usual,
    name: 'holderSummary',
    path: '/v1/{network}/holders/summary',
    summary: 'How a denom is held.',
    parameters: [network, denom],
    method: { description: "The summary of a denom's holders.", params: '{ readonly denom: string }' },
    source: 'snapshot',
    isItem: true,
    answer: 'HolderSummary',
  },
];
