import { formatAmountShort } from "#schemas/values/money.ts";
import { memoProblem } from "#schemas/values/memo.ts";
import { messageLength, PAY_MESSAGE_MAX, PAY_MESSAGE_TOO_LONG } from "#schemas/values/pay-message.ts";
import { type PricedAsset, readTyped, type TypedAmount } from "#pwa/parts/assets/own-currency.ts";
import { makeCodeUri, makePayLink, makePayUri } from "#pwa/parts/directory/pay-uri.ts";
import { deviceSentenceOf as sentenceOf } from "#pwa/platform/language/error-words.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";

/** What is typed about a request, as it is typed. */
export interface TypedRequest extends TypedAmount {
  readonly memo: string;
  /** What whoever pays is shown. */
  readonly note: string;
}

export type RequestProblems = Partial<Record<"amount" | "memo" | "note", string>>;

/** Who asks for what. */
export interface Asker {
  readonly address: string;
  readonly asset: PricedAsset & { readonly issuer: string };
  /** Of the network that this service is on, as far as it is known. */
  readonly passphrase: string | null;
  /** Where this service is in the web. */
  readonly origin: string;
}

export interface MadeRequest {
  /** Opens in every browser. */
  readonly link: string;
  /** Opens in wallets (SEP-7). */
  readonly uri: string;
  /** The URI as a code holds it. */
  readonly code: string;
  readonly problems: RequestProblems;
}

/** Where a request names no network, wallets take this one (SEP-7). */
const PUBLIC_NETWORK = "Public Global Stellar Network ; September 2015";

/** The link and the URI of what is asked for; a part that is not right is left out of them and told. */
export function requestOf(typed: TypedRequest, { address, asset, passphrase, origin }: Asker): MadeRequest {
  const { amount, problem } = readRequested(typed, asset);
  const memo = memoProblem({ type: "text", text: typed.memo });
  const isNoteTooLong = messageLength(typed.note) > PAY_MESSAGE_MAX;
  const request = {
    destination: address,
    amount,
    assetCode: asset.assetCode,
    issuer: asset.issuer,
    memo: memo === null ? typed.memo : "",
    memoType: "text",
    networkPassphrase: passphrase === null || passphrase === PUBLIC_NETWORK ? "" : passphrase,
    message: isNoteTooLong ? "" : typed.note.trim(),
  } as const;
  return {
    link: makePayLink(origin, request),
    uri: makePayUri(request),
    code: makeCodeUri(request),
    problems: {
      ...(problem === null ? {} : { amount: problem }),
      ...(memo === null ? {} : { memo: sentenceOf(memo) }),
      ...(isNoteTooLong ? { note: saidWords(PAY_MESSAGE_TOO_LONG) } : {}),
    },
  };
}

function readRequested(typed: TypedAmount, asset: PricedAsset) {
  if (typed.amount.trim() === "") return { amount: "", problem: null };
  const stroops = readTyped(typed, asset);
  if (typeof stroops === "string") return { amount: "", problem: stroops };
  return stroops > 0n
    ? { amount: formatAmountShort(stroops), problem: null }
    : { amount: "", problem: sentenceOf("amount-not-positive") };
}
