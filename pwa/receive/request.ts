import { AmountError, formatAmountShort, parseAmount } from "#schemas/money.ts";
import { AppError, sentenceOf } from "#schemas/errors.ts";
import { memoProblem } from "#schemas/memo.ts";
import { makePayUri } from "#pwa/identity/pay-uri.ts";

export interface RequestProblems {
  readonly amount?: string;
  readonly memo?: string;
}

/** The URI of what is asked for; a part that is not right is left out of it and told. */
export function requestOf(
  address: string,
  amount: string,
  memo: string,
  asset: { readonly assetCode: string; readonly issuer: string },
): { readonly uri: string; readonly problems: RequestProblems } {
  const read = readAmount(amount.trim());
  const problem = memoProblem({ type: "text", text: memo });
  return {
    uri: makePayUri({
      destination: address,
      amount: read.amount,
      assetCode: asset.assetCode,
      issuer: asset.issuer,
      memo: problem === null ? memo : "",
      memoType: "text",
      networkPassphrase: "",
    }),
    problems: {
      ...(read.problem === null ? {} : { amount: read.problem }),
      ...(problem === null ? {} : { memo: sentenceOf(problem) }),
    },
  };
}

function readAmount(text: string): { readonly amount: string; readonly problem: string | null } {
  if (text === "") return { amount: "", problem: null };
  try {
    const stroops = parseAmount(text.startsWith(".") ? `0${text}` : text);
    return stroops > 0n
      ? { amount: formatAmountShort(stroops), problem: null }
      : { amount: "", problem: sentenceOf("amount-not-positive") };
  } catch (error) {
    if (error instanceof AmountError) return { amount: "", problem: new AppError(error.code).message };
    throw error;
  }
}
