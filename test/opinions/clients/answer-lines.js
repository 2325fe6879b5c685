import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/**
 * An endpoint to try: its url, the expected chain, null if any will do, and how long to wait for an answer.
 * @typedef {{ readonly id: number; readonly kind: string; readonly url: string; readonly chainId: string | null; readonly limitMs: number }} Question
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
      timer = setTimeout(() => reject(new Error('no answer')), question.limitMs);
    });
    void Promise.race([tryEndpoint(question), limit])
      .then(() => 'ok')
      .catch((/** @type {unknown} */ error) => describe(error))
      .then((outcome) => {
        clearTimeout(timer);
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
