// Loaded before the program, by `NODE_OPTIONS=--import`: once the program is done, which it says by its exit status, nothing may be left that
// keeps the process alive; nor may it go on for ever. Names on standard error what is open, and ends the process.

/** As `requireEnd` in command-line.ts knows it; none of the program's own. */
const stillOpen = 97;
/** When a program is ended that is not done. */
const limitMs = Number(new URL(import.meta.url).searchParams.get('limitMs'));
/** Turns of the event loop in which what has been destroyed closes. */
const turns = 10;

const standardStreams = [0, 1, 2];

/** What keeps the process alive, but for its standard streams: the types, and the addresses of what has one. */
function listOpen() {
  const types = process.getActiveResourcesInfo();
  /** @type {any[]} */
  // @ts-expect-error -- without types, as it is not documented; the addresses are to be had by it alone
  const handles = process._getActiveHandles();
  for (const { fd } of handles) {
    const at = types.findLastIndex((type) => type === 'PipeWrap' || type === 'TTYWrap');
    if (standardStreams.includes(fd) && at >= 0) types.splice(at, 1);
  }
  const places = handles.flatMap(({ remoteAddress, remotePort, spawnargs }) => {
    if (spawnargs !== undefined) return [`the process ${spawnargs.join(' ')}`];
    return remoteAddress === undefined ? [] : [`a connection with ${remoteAddress}:${remotePort}`];
  });
  return types.length === 0 ? [] : [...types, ...places];
}

/** @param {string} why */
function end(why) {
  process.stderr.write(`\n${why}, open: ${listOpen().join(', ')}\n`);
  process.exit(stillOpen);
}

const waiting = setInterval(() => {
  if (process.exitCode === undefined) return;
  clearInterval(waiting);
  let left = turns;
  const wait = () => {
    if (left-- > 0) setImmediate(wait);
    else if (listOpen().length > 0) end('the program is done, and does not end');
  };
  wait();
}, 5);
waiting.unref();
setTimeout(() => end(`the program has not ended after ${limitMs} ms`), limitMs).unref();
