import { lacksAll, type RouteParams } from '../client/params.js';
import { type Route, routes, type SampleField } from '../client/routes.js';
import { type Sample, sampleFields } from './sample.js';

/** All routes in the order of their table, but those that need values of another route's answer come after that route. */
export const smokeRoutes: readonly Route[] = orderRoutes(routes);

function orderRoutes(queue: readonly Route[]): readonly Route[] {
  const provided = new Set(queue.flatMap(({ provides }) => provides));
  const next = queue.find((route) =>
    listFields(route).every((field) => !provided.has(field) || route.provides.includes(field)),
  );
  return next === undefined ? queue : [next, ...orderRoutes(queue.filter((route) => route !== next))];
}

/** What the parameters of a route are made from. */
function listFields({ parameters }: Route): readonly SampleField[] {
  return parameters.flatMap(({ sample }) => sample ?? []);
}

/** The parameters that a route needs, from the sample of a network; null if the sample lacks one. */
export function fillParams(
  { parameters, ...route }: Route,
  network: string,
  sample: Sample,
): RouteParams | null {
  const params = Object.fromEntries(
    parameters.flatMap(({ name, required, sample: field, example }) => {
      if (field !== undefined) return [[name, sample[field]]];
      return required ? [[name, name === 'network' ? network : example]] : [];
    }),
  );
  const isComplete = parameters.every(({ name, required }) => !required || params[name] !== undefined);
  return isComplete && !lacksAll(route, params) ? params : null;
}

/** What the parameters of a route are made from, for messages; empty if the network is enough. */
export function describeNeeds(route: Route): string {
  const needed = new Set(listFields(route));
  const nouns = Object.entries(sampleFields).flatMap(([field, { noun }]) =>
    needed.has(field as SampleField) ? [noun] : [],
  );
  return nouns.join(route.atLeastOne.length > 0 ? ' or ' : ' and ');
}

/** A made-up value for unknown parameters of a call that must be refused: a service checks the token before the parameters. */
export const madeUpSample: Sample = Object.fromEntries(
  Object.entries(sampleFields).map(([field, { madeUp }]) => [field, madeUp]),
);
