import { success, type Failure, type Result } from '../model/failure.js';

/** Messages that arrived, in order, for a reader who comes when it wants. */
export interface Inbox {
  add: (message: string) => void;
  /** Nothing comes after this; why. */
  end: (why: Failure) => void;
  /** The next message; once all were taken and none is to come, why. */
  receive: () => Promise<Result<string>>;
}

/** Makes an empty inbox. How much it may hold is bounded by who adds to it. */
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
