import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { EndpointReport } from '../../model/report.js';
import { describePlace, showText } from './markup.js';

/** Lists up to this length are shown; of longer ones, like a node's services, how many they have. */
const listShown = 4;

/** What is known of an endpoint beside its columns, folded; empty where there is nothing. */
export function renderFacts(endpoint: EndpointReport): string {
  const { attempts, facts } = endpoint;
  const place = describePlace(endpoint);
  const lines: [string, string][] = [
    ...(place === null ? [] : [['listed at', place] as [string, string]]),
    ...(attempts > 1 ? [['attempts', String(attempts)] as [string, string]] : []),
    ...Object.entries(facts).flatMap(([name, value]) => describeFact(name, value)),
  ];
  if (lines.length === 0) return '';
  const items = lines.map(([name, value]) => `<dt>${showText(name)}</dt><dd>${showText(value)}</dd>`);
  return ` <details><summary>facts</summary><dl>${items.join('')}</dl></details>`;
}

function describeFact(name: string, value: JsonValue): [string, string][] {
  const text = describeValue(value);
  if (text === '') return [];
  return [name === 'phasesMs' ? ['phases in ms', text] : [separateWords(name), text]];
}

function describeValue(value: JsonValue): string {
  if (value === null) return '';
  if (Array.isArray(value))
    return value.length > listShown ? String(value.length) : value.map(describeValue).join(', ');
  if (isJsonObject(value)) {
    const known = Object.entries(value).filter(([, field]) => field !== null);
    return known.map(([name, field]) => `${separateWords(name)} ${describeValue(field)}`).join(', ');
  }
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function separateWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}
