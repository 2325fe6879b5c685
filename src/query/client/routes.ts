import type { RouteName } from './answers.generated.js';
import { eventRoutes } from './event-routes.js';
import { holderRoutes } from './holder-routes.js';
import { inPath, isListSource, lists, network, type Route, usual } from './route.js';

/** The routes of the query API: client, command line, smoke test, service, its description and docs are made from this table. */
export const routes: readonly Route[] = [
  ...(Object.keys(lists) as (keyof typeof lists)[]).flatMap(createListRoutes),
  ...eventRoutes,
  ...holderRoutes,
];

/** The numbers that docs/query-api.md gives the routes over files, and those that need nodes. */
export function numberRoutes() {
  const ofFiles = routes.filter(({ source }) => isListSource(source)).length;
  return { ofFiles: `1 to ${ofFiles}`, ofNodes: `${ofFiles + 1} to ${routes.length}` };
}

export function findRoute(name: RouteName): Route {
  const route = routes.find((candidate) => candidate.name === name);
  if (route === undefined) throw new Error(`unknown route ${name}`);
  return route;
}

function createListRoutes(source: keyof typeof lists): readonly Route[] {
  const {
    routes: [whole, one],
    noun,
    item,
    key,
    answer,
    provides,
  } = lists[source];
  const path = `/v1/{network}/${source}`;
  const symbol = inPath('symbol', item.type, item.description, {
    sample: item.sample,
    argument: item.argument,
  });
  const ofList = { ...usual, source, answer };
  return [
    { ...ofList, name: whole, path, summary: `The ${noun}s of a network.`, parameters: [network], provides },
    {
      ...ofList,
      name: one,
      path: `${path}/{symbol}`,
      summary: `One ${noun} of a network.`,
      parameters: [network, symbol],
      isItem: true,
      method: { description: `One ${noun}, by ${key}.` },
    },
  ];
}
