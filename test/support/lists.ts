import { findList } from '../../src/formats/chainlist/lists.js';
import type { ListDefinition } from '../../src/formats/list-definition.js';
import type { PlacedProblem } from '../../src/model/finding.js';
import type { AnyRuleText, Problem } from '../../src/model/rule.js';
import { parseJson } from '../../src/registry/json/parse-json.js';
import { judgeList } from '../../src/registry/lists/judge-list.js';
import { listRules } from '../../src/registry/lists/rules.js';
import { fileRules } from '../../src/registry/rules.js';

const wordings: Readonly<Record<string, AnyRuleText>> = { ...fileRules, ...listRules };

function requireList(name: string): ListDefinition {
  const list = findList(name);
  if (list === null) throw new Error(`${name} is not a list`);
  return list;
}

/** Judges the text of a list, whose kind the name of the file tells. */
export function judgeText(name: string, text: string): readonly PlacedProblem[] {
  const document = parseJson(text);
  if ('kind' in document) throw new Error(`not JSON: ${text}`);
  const file = { path: `chain/example/${name}`, chain: 'example', text, ...document };
  return judgeList(file, requireList(name)).problems;
}

/** A problem as `rule: message; hint`. */
export function word({ code, data }: Problem): string {
  const rule = wordings[code];
  if (rule === undefined) throw new Error(`unknown rule ${code}`);
  const [message, hint] = [rule.message, rule.hint].map((text) => (text as (data: unknown) => string)(data));
  return `${code}: ${message ?? ''}; ${hint ?? ''}`;
}

/** A valid item of each list. */
export const atom = '{"denom":"uatom","symbol":"ATOM","decimals":6}';
export const usdt = '{"contract":"0xdAC17F958D2ee523a2206206994597C13D831ec7","symbol":"USDT","decimals":6}';
export const neta =
  '{"address":"juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr","symbol":"NETA","decimals":0}';
