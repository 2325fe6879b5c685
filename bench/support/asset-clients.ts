// A process that sends a request at a steady pace, whatever else the load generator does, and tells how long each took, from the moment
// when it was due.
import { readOptions, sendReady } from './process.js';
import { ask, type Load } from './requests.js';

const { url, token, perSecond } = readOptions<{ url: string; token: string; perSecond: number }>();

async function run(seconds: number): Promise<Load> {
  const startedAt = performance.now();
  const load: Load = { times: [], failed: {} };
  const pending: Promise<void>[] = [];
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
        (error: unknown) => String(error),
      );
      load.times.push(performance.now() - due);
      if (status !== '200') load.failed[status] = (load.failed[status] ?? 0) + 1;
    };
    pending.push(send());
  }
  await Promise.all(pending);
  return load;
}

process.on('message', (seconds) => void run(Number(seconds)).then((load) => process.send?.(load)));
sendReady(null);
