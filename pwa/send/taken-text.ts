import { t } from "@lingui/core/macro";
import { isPayUri, readPayUri, uriOfLink } from "#pwa/parts/directory/pay-uri.ts";
import { NO_REQUEST, type SendDraft } from "./payment.ts";

export type TakenText =
  | { readonly ok: true; readonly change: Partial<SendDraft> }
  | { readonly ok: false; readonly problem: string };

/** Longer than any address, name or user ID. */
const LONGEST_RECIPIENT = 200;

/** What was typed for somebody else must not go along to the next. */
export const NO_MEMO_DRAFT = { memo: "", memoType: "text" } as const;

/**
 * What a text that was scanned, pasted, opened or shared with us fills into the form: a payment request, as a URI or as a link of
 * this app at `origin`, or whom to pay.
 */
export function takeText(text: string, origin: string): TakenText {
  const uri = uriOfLink(text, origin) ?? text;
  if (!isPayUri(uri)) {
    const to = text.trim();
    if (to.length > LONGEST_RECIPIENT) return { ok: false, problem: t`That is no address and no payment request.` };
    return { ok: true, change: { to, ...NO_REQUEST, ...NO_MEMO_DRAFT } };
  }
  const reading = readPayUri(uri);
  if (!reading.ok) return reading;
  const { destination, amount, issuer, assetCode, memo, memoType, networkPassphrase, message } = reading.request;
  return {
    ok: true,
    change: {
      to: destination,
      asset: issuer === "" ? assetCode : `${assetCode}-${issuer}`,
      networkPassphrase,
      message,
      ...(amount === "" ? {} : { amount, amountIn: "asset" }),
      memo,
      memoType,
    },
  };
}

/** Whether a text claims to be a payment request, of whichever form. */
export function isRequest(text: string, origin: string): boolean {
  return isPayUri(text) || uriOfLink(text, origin) !== null;
}

/** The payment request or address in a text that another app shared; the whole text where there is none. */
export function payableIn(text: string, origin: string): string {
  const link = text.split(/\s+/).find((word) => uriOfLink(word, origin) !== null);
  if (link !== undefined) return link;
  return (/web\+stellar:\S+/i.exec(text) ?? /\b[GM][A-Z2-7]{55,68}\b/.exec(text))?.[0] ?? text;
}
