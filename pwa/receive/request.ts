import { formatAmountShort } from "#schemas/values/money.ts";
import { deviceSentenceOf as sentenceOf } from "#schemas/device-errors.ts";
import { memoProblem } from "#schemas/values/memo.ts";
import { makePayUri } from "#pwa/parts/directory/pay-uri.ts";
import { readAmount } from "#pwa/ui/typed-amount.ts";

export interface RequestProblems {
  readonly amount?: string;
  readonly memo?: string;
}

/** Where a request names no network, wallets take this one (SEP-7). */
const PUBLIC_NETWORK = "Public Global Stellar Network ; September 2015";

/**
 * The URI of what is asked for, on the network of this passphrase as far as it is known; a part that is not right is left out of
 * it and told.
 */
export function requestOf(
  address: string,
  amount: string,
  memo: string,
  asset: { readonly assetCode: string; readonly issuer: string },
  passphrase: string | null,
): { readonly uri: string; readonly problems: RequestProblems } {
  const read = readRequested(amount);
  const problem = memoProblem({ type: "text", text: memo });
  return {
    uri: makePayUri({
      destination: address,
      amount: read.amount,
      assetCode: asset.assetCode,
      issuer: asset.issuer,
      memo: problem === null ? memo : "",
      memoType: "text",
      networkPassphrase: passphrase === null || passphrase === PUBLIC_NETWORK ? "" : passphrase,
    }),
    problems: {
      ...(read.problem === null ? {} : { amount: read.problem }),
      ...(problem === null ? {} : { memo: sentenceOf(problem) }),
    },
  };
}

function readRequested(typed: string): { readonly amount: string; readonly problem: string | null } {
  if (typed.trim() === "") return { amount: "", problem: null };
  const stroops = readAmount(typed);
  if (typeof stroops === "string") return { amount: "", problem: stroops };
  return stroops > 0n
    ? { amount: formatAmountShort(stroops), problem: null }
    : { amount: "", problem: sentenceOf("amount-not-positive") };
}
