import packageJson from '../../package.json' with { type: 'json' };

/** The heading of a rule in the page of rules; the anchor as GitHub makes it. */
export function locateRulePage(code: string): string {
  return `${packageJson.homepage}/blob/main/docs/rules.md#${code.replace('/', '')}`;
}
