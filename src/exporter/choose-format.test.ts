import { expect, test } from 'vitest';
import { chooseFormat } from './choose-format.js';

test.each([
  // Prometheus 2.42, 3.5; a browser; curl.
  [
    'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
    'openmetrics',
  ],
  [
    'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,' +
      'text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2',
    'openmetrics',
  ],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'prometheus'],
  ['*/*', 'prometheus'],
  [undefined, 'prometheus'],
  ['', 'prometheus'],
  ['Application/OpenMetrics-Text; Version=1.0.0', 'openmetrics'],
  ['application/openmetrics-text', 'openmetrics'],
  ['application/openmetrics-text;version=2.0.0', 'prometheus'],
  ['application/openmetrics-text;q=0', 'prometheus'],
  ['application/openmetrics-text;q=nonsense', 'prometheus'],
  ['application/openmetrics-text;q=0.2,text/plain;q=0.3', 'prometheus'],
  ['text/plain;version=0.0.4;q=0.3,application/openmetrics-text;q=0.4', 'openmetrics'],
])('%s', (accept, expected) => {
  expect(chooseFormat(accept)).toBe(expected);
});
