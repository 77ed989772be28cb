import type { SendDraft } from "./payment.ts";
import { payableIn, takeText, type TakenText } from "./taken-text.ts";

/**
 * What a page's address asks to be paid: `uri` holds a SEP-7 request, `text` and `url` what another app shared, `to`, `memo`
 * and `amount` come from a contact or a form of ours, `asset` from an asset's page as well.
 */
export function askedIn(search: Readonly<Record<string, unknown>>, origin: string): TakenText {
  const { uri } = search;
  if (typeof uri === "string") return takeText(uri, origin);
  const shared = [search["text"], search["url"]].filter((part) => typeof part === "string").join(" ");
  if (shared !== "") return takeText(payableIn(shared, origin), origin);
  const [to, memo, amount, asset] = ["to", "memo", "amount", "asset"].map((name) => plainText(search[name]));
  const own: Partial<SendDraft> = { ...(asset ? { asset } : {}), ...(amount ? { amount, amountIn: "asset" } : {}) };
  if (!to) return { ok: true, change: own };
  const taken = takeText(to, origin);
  if (!taken.ok) return taken;
  const isWithoutMemo = taken.change.memo === "";
  return {
    ok: true,
    change: { ...own, ...taken.change, ...(memo && isWithoutMemo ? { memo, memoType: "text" } : {}) },
  };
}

/** The router reads plain digits as a number. */
function plainText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
