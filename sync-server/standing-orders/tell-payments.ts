import type { ClientSession } from "mongodb";
import type { AppError, ErrorCode } from "#schemas/errors.ts";
import type { NotificationKind } from "#schemas/notifications.ts";
import type { SaidCode } from "#schemas/said-sentences.ts";
import { say } from "#schemas/say.ts";
import { writeSaid } from "#schemas/said.ts";
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
  return tellPayment(context, session, order, {
    kind: "repeat-announced",
    number,
    detail: say("said.on-date", { at: at.getTime() }),
  });
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

/** Why a payment was left out, without what the account has: that is said by the order itself. */
const DISCREET: Readonly<Partial<Record<ErrorCode, SaidCode>>> = {
  "balance-too-low": "said.too-little",
  "fee-balance-too-low": "said.too-little",
  "limit-exceeded": "said.above-limit",
  "daily-limit-exceeded": "said.above-limit",
  "recipient-on-hold": "said.listed-lately",
  "cool-off": "said.payments-pause",
  "payments-halted": "said.asset-halted",
  "recipient-not-ready": "said.recipient-not-ready",
  "recipient-trustline-missing": "said.recipient-without-asset",
};

/** A refusal as it may be said outside of the app. */
export function discreetly({ code, facts }: AppError): string {
  const own = DISCREET[code];
  if (own !== undefined) return say(own);
  return Object.keys(facts).length === 0 ? writeSaid(`error.${code}`) : say("said.payment-says-why");
}
