import type { RouteParams } from '../query/request-path.js';
import type { RouteName } from '../query/routes.js';
import type { Sample } from './sample.js';

/** How the smoke test calls a route. */
export interface SmokeRoute {
  readonly name: RouteName;
  /** Whether it finds one thing, which may not exist, and not a list, which may be empty. */
  readonly isItem: boolean;
  /** What its parameters are made from, for messages; empty where the network is enough. */
  readonly needs: string;
  /** Its parameters besides the network; null where the sample lacks one. */
  readonly fill: (sample: Sample) => RouteParams | null;
}

/** A made-up value for unknown parameters of a call that must be refused: a service checks the token before the parameters. */
export const madeUpSample: Required<Sample> = {
  symbol: 'endpoint-check',
  denom: 'endpoint-check',
  erc20: `0x${'ec'.repeat(20)}`,
  cw20: 'endpoint-check',
  address: `0x${'ec'.repeat(20)}`,
  topics: `0x${'ec'.repeat(32)}`,
};

/** All routes, those first whose answers provide the parameters of later ones. */
export const smokeRoutes: readonly SmokeRoute[] = [
  { name: 'assets', isItem: false, needs: '', fill: () => ({}) },
  {
    name: 'asset',
    isItem: true,
    needs: 'a symbol',
    fill: ({ symbol }) => (symbol === undefined ? null : { symbol }),
  },
  { name: 'erc20Assets', isItem: false, needs: '', fill: () => ({}) },
  {
    name: 'erc20Asset',
    isItem: true,
    needs: 'an ERC-20 contract',
    fill: ({ erc20 }) => (erc20 === undefined ? null : { symbol: erc20 }),
  },
  { name: 'cw20Assets', isItem: false, needs: '', fill: () => ({}) },
  {
    name: 'cw20Asset',
    isItem: true,
    needs: 'a CW-20 contract',
    fill: ({ cw20 }) => (cw20 === undefined ? null : { symbol: cw20 }),
  },
  {
    name: 'transactionsByEvent',
    isItem: false,
    needs: 'an ERC-20 contract or the topics of an event',
    fill: ({ erc20, topics }) =>
      erc20 === undefined && topics === undefined ? null : { address: erc20, topics },
  },
  {
    name: 'accountTransferEvents',
    isItem: false,
    needs: 'an ERC-20 contract and an account',
    fill: ({ erc20, address }) =>
      erc20 === undefined || address === undefined
        ? null
        : { address, contractAddress: erc20, tokenType: 'ERC20' },
  },
  {
    name: 'holders',
    isItem: false,
    needs: 'a denom',
    fill: ({ denom }) => (denom === undefined ? null : { denom }),
  },
  {
    name: 'holderSummary',
    isItem: true,
    needs: 'a denom',
    fill: ({ denom }) => (denom === undefined ? null : { denom }),
  },
];
