// Loaded before the program, by `NODE_OPTIONS=--import`: once the program is done, which it says by its exit status, nothing may be left that
// keeps the process alive; nor may it go on for ever. Names on standard error what is open, and ends the process.

/** As in `requireEnd` of command-line.ts; the program never uses it. */
const stillOpen = 97;
/** When a hanging program is ended. */
const limitMs = Number(new URL(import.meta.url).searchParams.get('limitMs'));
/** Turns of the event loop in which what has been destroyed closes. */
const turns = 10;

const standardStreams = [0, 1, 2];

/**
 * The handles that keep the process alive, except its standard streams: the types, and addresses. And whether they are only connections that the
 * program has ended, which close once the other side has: on a busy machine that takes a moment.
 */
function findOpen() {
  const types = process.getActiveResourcesInfo();
  /** @type {any[]} */
  // @ts-expect-error -- without types, since it is not documented, but only it has the addresses
  const handles = process._getActiveHandles();
  for (const { fd } of handles) {
    const at = types.findLastIndex((type) => type === 'PipeWrap' || type === 'TTYWrap');
    if (standardStreams.includes(fd) && at >= 0) types.splice(at, 1);
  }
  const places = handles.flatMap(({ remoteAddress, remotePort, spawnargs }) => {
    if (spawnargs !== undefined) return [`the process ${spawnargs.join(' ')}`];
    return remoteAddress === undefined ? [] : [`a connection with ${remoteAddress}:${remotePort}`];
  });
  const ended = handles.filter(
    ({ writableEnded, fd }) => writableEnded === true && !standardStreams.includes(fd),
  );
  return { names: types.length === 0 ? [] : [...types, ...places], isClosing: ended.length === types.length };
}

/** @param {string} why */
function end(why) {
  process.stderr.write(`\n${why}, open: ${findOpen().names.join(', ')}\n`);
  process.exit(stillOpen);
}

const waiting = setInterval(() => {
  if (process.exitCode === undefined) return;
  clearInterval(waiting);
  let left = turns;
  const wait = () => {
    if (left-- > 0) return void setImmediate(wait);
    const { names, isClosing } = findOpen();
    if (names.length === 0) return;
    if (!isClosing) end('the program is done, and does not end');
    setTimeout(wait, 20).unref();
  };
  wait();
}, 5);
waiting.unref();
setTimeout(() => end(`the program has not ended after ${limitMs} ms`), limitMs).unref();
