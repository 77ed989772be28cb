import type { ClientSession } from "mongodb";
import type { AppError, ErrorCode } from "#schemas/errors.ts";
import type { NotificationKind } from "#schemas/notifications.ts";
import { utcText } from "#schemas/values/instants.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { PaymentOrder } from "./store.ts";

type Told = Pick<PaymentOrder, "userId" | "id" | "terms">;
type Context = Pick<Runtime, "database" | "clock">;

/** Tells the owner that a payment is a day ahead, in the transaction that gives it leave to go out; of each number once. */
export function tellAhead(
  context: Context,
  session: ClientSession,
  order: Told,
  number: number,
  at: Date,
): Promise<void> {
  return tellPayment(context, session, order, { kind: "repeat-announced", number, detail: `On ${utcText(at)}.` });
}

interface News {
  readonly kind: Extract<NotificationKind, `repeat-${string}`>;
  /** The number of the payment that it is about. */
  readonly number: number;
  readonly detail: string;
}

/** Tells the owner what became of a repeated payment, in the transaction of it; the same news of the same number once. */
export function tellPayment(
  context: Context,
  session: ClientSession,
  { userId, id, terms }: Told,
  { kind, number, detail }: News,
): Promise<void> {
  const { assetCode, issuer } = assetOfKey(terms.asset);
  const { amount, to: party } = terms;
  return notify(context, session, { userId, kind, cause: `${id} ${number}`, assetCode, issuer, amount, party, detail });
}

const SHORT = "There was too little to pay it.";
const ABOVE = "It would have been above one of your limits.";
/** Why a payment was left out, without what the account has: that is said by the order itself. */
const DISCREET: Readonly<Partial<Record<ErrorCode, string>>> = {
  "balance-too-low": SHORT,
  "fee-balance-too-low": SHORT,
  "limit-exceeded": ABOVE,
  "daily-limit-exceeded": ABOVE,
  "recipient-on-hold": "The recipient was added to your list too lately.",
  "cool-off": "Payments pause after a change of how you sign in.",
  "payments-halted": "Payments of this asset were halted.",
  "recipient-not-ready": "The recipient's account could not take it.",
  "recipient-trustline-missing": "The recipient does not hold this asset.",
};

/** A refusal as it may be said outside of the app. */
export function discreetly({ code, facts, message }: AppError): string {
  return DISCREET[code] ?? (Object.keys(facts).length === 0 ? message : "The payment itself says why.");
}
