import { AmountError, formatAmountShort, parseAmount } from "#schemas/money.ts";
import { NATIVE_CODE } from "#schemas/fields.ts";
import { MEMO_MAX_BYTES } from "#schemas/wallet.ts";
import { isStellarAddress } from "./strkey.ts";

/** What a SEP-7 `pay` request asks for; empty texts are left to the payer. */
export interface PayRequest {
  readonly destination: string;
  readonly amount: string;
  readonly assetCode: string;
  /** Empty for XLM. */
  readonly issuer: string;
  readonly memo: string;
}

export type PayUriReading =
  | { readonly ok: true; readonly request: PayRequest }
  | { readonly ok: false; readonly problem: string };

const PREFIX = "web+stellar:pay?";

/** Writes the SEP-7 URI of a request, with only the parameters that say something. */
export function makePayUri(request: PayRequest): string {
  const parameters: [string, string][] = [["destination", request.destination]];
  if (request.amount !== "") parameters.push(["amount", request.amount]);
  if (request.issuer !== "") parameters.push(["asset_code", request.assetCode], ["asset_issuer", request.issuer]);
  if (request.memo !== "") parameters.push(["memo", request.memo], ["memo_type", "MEMO_TEXT"]);
  return PREFIX + parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/** Whether a scanned or pasted text claims to be a SEP-7 URI at all. */
export function isPayUri(text: string): boolean {
  return /^web\+stellar:/i.test(text.trim());
}

/** Reads a SEP-7 `pay` URI; `problem` is a sentence for the person who opened it. */
export function readPayUri(text: string): PayUriReading {
  const match = /^web\+stellar:([a-z]+)\??(.*)$/is.exec(text.trim());
  if (match === null) return refuse("That is not a payment request.");
  if (match[1]?.toLowerCase() !== "pay")
    return refuse("This link asks to sign a transaction made elsewhere. Only payment requests can be opened here.");
  const parameters = new URLSearchParams(match[2] ?? "");
  const get = (name: string) => parameters.get(name) ?? "";

  const destination = get("destination").trim();
  if (!isStellarAddress(destination)) return refuse("This payment request has no valid Stellar address in it.");
  const amount = readAmount(get("amount"));
  if (amount === null) return refuse("The amount in this payment request is not one that can be paid.");
  const memoType = get("memo_type") || "MEMO_TEXT";
  if (get("memo") !== "" && memoType !== "MEMO_TEXT")
    return refuse(
      "This payment request needs a kind of memo that cannot be sent from here. Paying without it could lose the money.",
    );
  if (memoBytes(get("memo")) > MEMO_MAX_BYTES)
    return refuse("The memo in this payment request is too long for the network.");
  const issuer = get("asset_issuer");
  const assetCode = get("asset_code") || NATIVE_CODE;
  if (issuer === "" && assetCode !== NATIVE_CODE)
    return refuse(`This payment request asks for ${assetCode} without saying who issues it.`);
  return { ok: true, request: { destination, amount, assetCode, issuer, memo: get("memo") } };
}

/** Bytes of `memo` as the network counts them. */
export function memoBytes(memo: string): number {
  return new TextEncoder().encode(memo).length;
}

function refuse(problem: string): PayUriReading {
  return { ok: false, problem };
}

/** The amount without needless zeros, empty where none is asked, null where it cannot be paid. */
function readAmount(text: string): string | null {
  if (text === "") return "";
  try {
    const stroops = parseAmount(text);
    return stroops > 0n ? formatAmountShort(stroops) : null;
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}
