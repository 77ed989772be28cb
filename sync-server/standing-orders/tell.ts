import type { ClientSession } from "mongodb";
import type { AppError } from "#schemas/errors.ts";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import type { NotificationKind } from "#schemas/notifications.ts";
import { writeSaid } from "#schemas/said.ts";
import { say, sayBoth } from "#schemas/say.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { StandingDocument } from "./store.ts";
import { tellPayment } from "./tell-payments.ts";

export type StandingNews = Extract<NotificationKind, `durable-${string}`>;

/** Tells the owner what became of an order, or of a run of it, in the transaction of it; the same news of the same run once. */
export function tellOf(
  runtime: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { userId, id, terms, runsBegun }: Pick<StandingDocument, "userId" | "id" | "terms" | "runsBegun">,
  kind: StandingNews,
  why = "",
): Promise<void> {
  if (terms.kind === "payment") {
    const detail = kind === "durable-failed" ? why : "";
    return tellPayment(runtime, session, { userId, id, terms }, { kind: "repeat-ended", number: runsBegun, detail });
  }
  const isBuying = terms.kind === "recurring";
  const { assetCode, issuer } = assetOfKey(isBuying ? terms.quote : terms.base);
  const amount = isBuying ? terms.spend : terms.amount;
  const detail = sayBoth(saidOf(terms), why);
  return notify(runtime, session, { userId, kind, cause: `${id} ${runsBegun}`, assetCode, issuer, amount, detail });
}

/** A refusal as it may be said outside of the app: those with facts may say what the account has. */
export function discreet({ code, facts }: AppError): string {
  return Object.keys(facts).length === 0 ? writeSaid(`error.${code}`) : say("said.order-says-why");
}

/** Without amounts: who chose so is told of none outside of the app. */
function saidOf(terms: Exclude<StandingTerms, { readonly kind: "payment" }>): string {
  const [base = "", quote = ""] = [terms.base, terms.quote].map((key) => assetOfKey(key).assetCode);
  if (terms.kind === "recurring") return say("said.recurring", { base, quote });
  return say(`said.${terms.kind}`, { side: terms.side, base, quote });
}
