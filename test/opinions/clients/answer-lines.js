import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** How long a client may wait for an endpoint; on the loopback interface all answers come at once. */
export const limitMs = 8_000;
const tickMs = 100;

/**
 * An endpoint to try: its url, and the expected chain, null if any will do.
 * @typedef {{ readonly id: number; readonly kind: string; readonly url: string; readonly chainId: string | null }} Question
 */

/**
 * Imports a package from the directory where the clients are installed: the second argument of the program.
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function importInstalled(name) {
  const [, , directory = '.'] = process.argv;
  return import(pathToFileURL(createRequire(join(directory, 'client.js')).resolve(name)).href);
}

/**
 * Tries the endpoint of each line of standard input, all at once, and prints `{ id, outcome }`: ok, or the error of the client.
 * @param {(question: Question) => Promise<unknown>} tryEndpoint Rejects if a user of the client gets no answer.
 */
export function answerLines(tryEndpoint) {
  // A server may be about to close an idle connection.
  http.globalAgent = new http.Agent({ keepAlive: false });
  // Standard output is only for outcomes.
  console.log = console.error;
  // An error that no caller can catch ends the programs of the client's users.
  process.on('uncaughtException', (error) => {
    process.stdout.write(`${JSON.stringify({ crash: describe(error) })}\n`, () => process.exit(1));
  });
  createInterface({ input: process.stdin }).on('line', (line) => {
    const question = /** @type {Question} */ (JSON.parse(line));
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const limit = new Promise((_, reject) => {
      let waitedMs = 0;
      // Ticks, since a client that reads a large block for seconds keeps the answers to its other questions waiting: that counts as one tick.
      timer = setInterval(() => {
        waitedMs += tickMs;
        if (waitedMs >= limitMs) reject(new Error('no answer'));
      }, tickMs);
    });
    void Promise.race([tryEndpoint(question), limit])
      .then(() => 'ok')
      .catch((/** @type {unknown} */ error) => describe(error))
      .then((outcome) => {
        clearInterval(timer);
        process.stdout.write(`${JSON.stringify({ id: question.id, outcome })}\n`);
      });
  });
}

/**
 * The class or the code of an error, and the beginning of its message.
 * @param {any} error
 */
function describe(error) {
  const name = error?.code ?? error?.name ?? 'Error';
  const [message = ''] = String(error?.shortMessage ?? error?.rawMessage ?? error?.message ?? error).split(
    '\n',
  );
  // Ports, and the random ids of requests, differ from run to run.
  const stable = message
    .replaceAll(/(localhost|127\.0\.0\.1|\[?::1\]?):\d+/g, '$1:PORT')
    .replaceAll(/"id":\d+/g, '"id":ID')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, 'UUID');
  return `${String(name)}: ${stable.slice(0, 100)}`;
}
