import { success, type Failure, type Result } from '../model/failure.js';

/** A queue of messages, in order of arrival. */
export interface Inbox {
  add: (message: string) => void;
  /** Ends the queue: no message is added after this. */
  end: (why: Failure) => void;
  /** The next message; once all have been taken and the queue has ended, the reason of the end. */
  receive: () => Promise<Result<string>>;
}

/** Creates an empty queue. The caller must bound its size. */
export function createInbox(): Inbox {
  const messages: string[] = [];
  const readers: ((result: Result<string>) => void)[] = [];
  let ended: Failure | null = null;

  const deliver = () => {
    while (readers.length > 0) {
      const message = messages.shift();
      if (message !== undefined) readers.shift()?.(success(message));
      else if (ended !== null) readers.shift()?.({ ok: false, failure: ended });
      else return;
    }
  };
  return {
    add: (message) => {
      if (ended !== null) return;
      messages.push(message);
      deliver();
    },
    end: (why) => {
      ended ??= why;
      deliver();
    },
    receive: () =>
      new Promise((resolve) => {
        readers.push(resolve);
        deliver();
      }),
  };
}
