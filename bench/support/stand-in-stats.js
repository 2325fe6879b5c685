/** What a stand-in has been asked. @typedef {{ calls: Record<string, number>, refused: Record<string, number>, mostAtOnce: Record<string, number> }} Stats */

/** Counts calls by name, for the process that has started this one and asks with the message `stats`; `reset` begins anew. */
export function serveStats() {
  /** @type {Stats} */
  let stats = createStats();
  /** @type {Record<string, number>} */
  const running = {};
  process.on('message', (message) => {
    if (message === 'reset') stats = createStats();
    if (message === 'stats') process.send?.({ stats });
  });
  // The parent may exit without sending a message.
  process.on('disconnect', () => process.exit());
  return {
    /** @param {string} name */
    begin: (name) => {
      running[name] = (running[name] ?? 0) + 1;
      stats.mostAtOnce[name] = Math.max(stats.mostAtOnce[name] ?? 0, running[name]);
      stats.calls[name] = (stats.calls[name] ?? 0) + 1;
      /** @param {'answered' | 'refused'} [outcome] */
      return (outcome = 'answered') => {
        running[name] = (running[name] ?? 1) - 1;
        if (outcome === 'refused') stats.refused[name] = (stats.refused[name] ?? 0) + 1;
      };
    },
  };
}

/** @returns {Stats} */
const createStats = () => ({ calls: {}, refused: {}, mostAtOnce: {} });
