import { runForReport } from './command-line.js';
import { token } from './query-service.js';

/** The environment of `smoke` with the service's token. */
export const env = { ENDPOINT_CHECK_TOKEN: token };

/** Tests the network kava of a service. */
export async function smoke(
  baseUrl: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = env,
) {
  return runForReport(['smoke', 'kava', '--base-url', baseUrl, '--retries', '0', ...args], {
    env: environment,
  });
}

/** The verdict and rules of each route of one network, by its name. */
export function summarize({ report }: Awaited<ReturnType<typeof smoke>>): Record<string, string> {
  return Object.fromEntries(
    report.endpoints.map(({ facts, verdict }, index) => {
      const rules = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
      return [JSON.stringify(facts['route']).slice(1, -1), [verdict, ...rules].join(' ')];
    }),
  );
}

/** The results of all routes of a healthy service. */
export const healthy = {
  assets: 'ok',
  asset: 'ok',
  'erc20-assets': 'ok',
  'erc20-asset': 'ok',
  'cw20-assets': 'ok',
  'cw20-asset': 'skipped query/not-asked',
  'transactions-by-event': 'ok',
  'account-transfer-events': 'ok',
  holders: 'ok',
  'holder-summary': 'ok',
};
