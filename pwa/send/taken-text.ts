import { isPayUri, readPayUri } from "#pwa/parts/directory/pay-uri.ts";
import type { SendDraft } from "./payment.ts";

export type TakenText =
  | { readonly ok: true; readonly change: Partial<SendDraft> }
  | { readonly ok: false; readonly problem: string };

/** Longer than any address, name or user ID. */
const LONGEST_RECIPIENT = 200;

/** What was typed for somebody else must not go along to the next. */
export const NO_MEMO_DRAFT = { memo: "", memoType: "text" } as const;

/** What a text that was scanned, pasted, opened or shared with us fills into the form: a payment request, or whom to pay. */
export function takeText(text: string): TakenText {
  if (!isPayUri(text)) {
    const to = text.trim();
    if (to.length > LONGEST_RECIPIENT) return { ok: false, problem: "That is no address and no payment request." };
    return { ok: true, change: { to, networkPassphrase: "", ...NO_MEMO_DRAFT } };
  }
  const reading = readPayUri(text);
  if (!reading.ok) return reading;
  const { destination, amount, issuer, assetCode, memo, memoType, networkPassphrase } = reading.request;
  return {
    ok: true,
    change: {
      to: destination,
      asset: issuer === "" ? assetCode : `${assetCode}-${issuer}`,
      networkPassphrase,
      ...(amount === "" ? {} : { amount }),
      memo,
      memoType,
    },
  };
}

/** The payment request or address in a text that another app shared; the whole text where there is none. */
export function payableIn(text: string): string {
  return (/web\+stellar:\S+/i.exec(text) ?? /\b[GM][A-Z2-7]{55,68}\b/.exec(text))?.[0] ?? text;
}
