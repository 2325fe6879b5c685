import { expect, it } from 'vitest';
import { scenarios, simulate } from '../../test/support/history-scenarios.js';

it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('an endpoint %s', (_, scenario) => {
  expect(simulate(scenario)).toBe(scenario.expected);
});
