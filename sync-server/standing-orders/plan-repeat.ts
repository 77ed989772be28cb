import { AppError, type ErrorCode } from "#schemas/errors.ts";
import type { KeptPayment, RepeatedPayment } from "#schemas/standing-payments.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { Federation } from "#server/federation/index.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { Planned } from "#server/platform/submissions/accept.ts";
import { walletOf } from "#server/trading/index.ts";
import { collect, judgeAlone, type PaymentPlan, planPayment } from "#server/wallet/index.ts";
import { paymentOf } from "./begin-payment.ts";
import type { StandingDeps } from "./begin-run.ts";
import { paymentPlan } from "./payment-schedule.ts";
import { mostFeeOf, refuseMany } from "./plan-standing.ts";
import { readPaymentDates } from "./read-terms.ts";
import type { Plan } from "./schedule.ts";

export type RepeatDeps = Pick<StandingDeps, "runtime" | "network" | "guard"> & { readonly federation: Federation };

/** A repeated payment worked out, and everything that stands against setting it up. */
export interface RepeatPlan extends Planned {
  /** One of them, if it were now. */
  readonly payment: PaymentPlan;
  /** As they are kept; null where the dates cannot be read. */
  readonly terms: KeptPayment | null;
  readonly plan: Plan | null;
  /** The most that the network may charge for each, in stroops. */
  readonly mostFee: bigint;
  /** What would keep one from going out if it were now. */
  readonly warnings: readonly AppError[];
}

/** What may well be otherwise on another day. */
const OF_THE_MOMENT: readonly ErrorCode[] = [
  "balance-too-low",
  "fee-balance-too-low",
  "daily-limit-exceeded",
  "recipient-on-hold",
];

/** Works out a repeated payment; nothing is recorded. Throws what keeps a payment from being worked out. */
export async function planRepeat(deps: RepeatDeps, userId: number, entered: RepeatedPayment): Promise<RepeatPlan> {
  const { runtime } = deps;
  const now = runtime.clock.now();
  const { isShared } = await walletOf(runtime, userId);
  const payment = await planPayment(deps, userId, paymentOf(entered));
  const found: AppError[] = isShared ? [new AppError("durable-own-key")] : [];
  const dates = collect(found, () => readPaymentDates(entered, now)) ?? null;
  const terms = dates && keptOf(entered, dates, payment);
  const firstDate = terms && (terms.startsAt === null ? now : new Date(terms.startsAt));
  found.push(...(await refuseMany(deps, userId, null)));
  const spending = { kind: "later", assets: [assetOfKey(entered.asset)], to: payment.to } as const;
  const later = await judgeAlone(deps, userId, spending);
  const against = [...payment.refusals, ...payment.verdict.spending];
  // Nobody will be there: whoever sets it up shows what a payment asks for, and lately who they are.
  const needs = {
    password: later.needs.password || payment.verdict.needs.password,
    secondFactor: true,
    confirmation: true,
  };
  return {
    account: payment.account,
    spending,
    verdict: { ...later, needs },
    payment,
    terms,
    plan: terms && paymentPlan({ terms, firstDate }),
    mostFee: mostFeeOf(payment),
    refusals: [...against.filter((refusal) => !isOfTheMoment(refusal)), ...found],
    warnings: against.filter(isOfTheMoment),
  };
}

function isOfTheMoment({ code }: AppError): boolean {
  return OF_THE_MOMENT.includes(code);
}

/** Whom it goes to is settled now: the address, and the memo that goes with its name. */
function keptOf(
  { to: named, ...entered }: RepeatedPayment,
  dates: Pick<RepeatedPayment, "startsAt" | "expiresAt">,
  { to, memo, amount }: PaymentPlan,
): KeptPayment {
  const kept = { to, named: named === to ? "" : named, amount: formatAmount(amount) };
  return { ...entered, ...dates, ...kept, memo: memo.text, memoType: memo.type };
}
