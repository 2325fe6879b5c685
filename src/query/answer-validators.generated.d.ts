// From schemas/query-api.openapi.json: npm run generate

/** Validates an answer; the first error of the last call is on the function. */
export interface AnswerValidator {
  (value: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/** Validates an answer of assets. */
export const assets: AnswerValidator;
/** Validates an answer of asset. */
export const asset: AnswerValidator;
/** Validates an answer of erc20Assets. */
export const erc20Assets: AnswerValidator;
/** Validates an answer of erc20Asset. */
export const erc20Asset: AnswerValidator;
/** Validates an answer of cw20Assets. */
export const cw20Assets: AnswerValidator;
/** Validates an answer of cw20Asset. */
export const cw20Asset: AnswerValidator;
/** Validates an answer of accountTransferEvents. */
export const accountTransferEvents: AnswerValidator;
/** Validates an answer of transactionsByEvent. */
export const transactionsByEvent: AnswerValidator;
/** Validates an answer of holders. */
export const holders: AnswerValidator;
/** Validates an answer of holderSummary. */
export const holderSummary: AnswerValidator;
