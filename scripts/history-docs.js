/** @typedef {import('../test/support/history-scenarios.js').Scenario} Scenario */

/**
 * The lives of endpoints that tell most, and what a history makes of them, a row each: what the simulation says, not what is expected of it.
 * @param {{ scenarios: readonly Scenario[], simulate: (scenario: Scenario) => string }} simulation
 */
export function describeScenarios({ scenarios, simulate }) {
  return [
    '| an endpoint that … | at the end | why |',
    '| --- | --- | --- |',
    ...scenarios
      .filter(({ isShown }) => isShown)
      .map((one) => `| ${one.title} | ${simulate(one)} | ${one.why} |`),
  ];
}
