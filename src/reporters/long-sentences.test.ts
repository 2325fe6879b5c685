import { expect, test } from 'vitest';
import { endpoint, finding, plain, report } from '../../test/support/report-samples.js';
import { render, type ReporterName } from './index.js';

const words = 'word '.repeat(120);
const message = `${words}last of the message`;
const hint = `${words}last of the hint`;
const scope = `${words}last of the scope`;

/** Reports with sentences: the others name places, and numbers. */
test.each(['pretty', 'github', 'junit', 'markdown', 'html', 'sarif', 'rdjson', 'codequality'] as const)(
  '%s cuts no sentence of the program, but a text that it quotes',
  async (name: ReporterName) => {
    const provider = `${'p'.repeat(1_600)}last`;
    const sample = report([endpoint({ verdict: 'fail', provider })], [finding({ message, hint })]);
    const shown = JSON.stringify(await render(sample, name, { ...plain, scope }));
    expect(shown).toContain('last of the message');
    expect(shown).toContain('last of the hint');
    expect(shown.includes('last of the scope')).toBe(['pretty', 'github', 'markdown', 'html'].includes(name));
    expect(shown).not.toContain('plast');
  },
);
