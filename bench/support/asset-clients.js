// A process that sends a request at a steady pace, whatever else the load generator does, and tells how long each took, from the moment
// when it was due.
import { ask } from './requests.js';

/** @type {{ url: string, token: string, perSecond: number }} */
const { url, token, perSecond } = JSON.parse(process.argv[2] ?? '{}');

/** @param {number} seconds @returns {Promise<import('./requests.js').Load>} */
async function run(seconds) {
  const startedAt = performance.now();
  /** @type {import('./requests.js').Load} */
  const load = { times: [], failed: {} };
  /** @type {Promise<void>[]} */
  const pending = [];
  for (let sent = 0; sent < seconds * perSecond;) {
    const due = startedAt + (sent / perSecond) * 1_000;
    if (performance.now() < due) {
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      continue;
    }
    sent += 1;
    const send = async () => {
      const status = await ask(url, token).then(
        (answer) => String(answer.status),
        (/** @type {unknown} */ error) => String(error),
      );
      load.times.push(performance.now() - due);
      if (status !== '200') load.failed[status] = (load.failed[status] ?? 0) + 1;
    };
    pending.push(send());
  }
  await Promise.all(pending);
  return load;
}

// The parent may exit without sending a message.
process.on('disconnect', () => process.exit());
process.on('message', (seconds) => void run(Number(seconds)).then((load) => process.send?.(load)));
process.send?.('ready');
