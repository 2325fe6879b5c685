import type { TransactionsByEventAnswer } from '../../src/service/api/answers.js';
import type { AskRoute } from './chain-handlers.js';

/** The results of following `next` to its end. */
export interface FollowedPages {
  readonly answers: readonly TransactionsByEventAnswer[];
  /** Hashes of all transactions, in order. */
  readonly hashes: readonly string[];
}

/** Follows the pages of transactions by event to the end; `between` runs before each further page. */
export async function followPages(
  ask: AskRoute,
  params: Readonly<Record<string, unknown>>,
  between: () => unknown = () => undefined,
): Promise<FollowedPages> {
  const answers: TransactionsByEventAnswer[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const sent = cursor === undefined ? params : { ...params, cursor };
    const answer = (await ask('transactionsByEvent', sent)) as TransactionsByEventAnswer;
    answers.push(answer);
    if (answers.length > 2_000) throw new Error('the pages have no end');
    cursor = answer.next;
    if (cursor !== null) await between();
  }
  const transactions = answers.flatMap((answer) => answer.transactions);
  return { answers, hashes: transactions.map(({ transactionHash }) => transactionHash) };
}
