import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { EndpointReport } from '../../model/report.js';
import { html, type Markup } from './markup.js';
import { describePlace } from './text.js';

/** Longer lists, such as a node's services, only show their length. */
const listShown = 4;

/** Renders the facts that have no column, collapsed; null if there are none. */
export function renderFacts(endpoint: EndpointReport): Markup | null {
  const { attempts, facts } = endpoint;
  const place = describePlace(endpoint);
  const lines: [string, string][] = [
    ...(place === null ? [] : [['listed at', place] as [string, string]]),
    ...(attempts > 1 ? [['attempts', String(attempts)] as [string, string]] : []),
    ...Object.entries(facts).flatMap(([name, value]) => describeFact(name, value)),
  ];
  if (lines.length === 0) return null;
  const items = lines.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  );
  return html` <details>
    <summary>facts</summary>
    <dl>${items}</dl>
  </details>`;
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
