import type { ClientSession } from "mongodb";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import type { StandingRun } from "#schemas/standing-orders.ts";
import type { KeptPayment } from "#schemas/standing-payments.ts";
import type { Agreed, SendCheckInput } from "#schemas/wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { walletOf } from "#server/trading/index.ts";
import { reach, recordPayment } from "#server/wallet/index.ts";
import { OrderMovedError, PATIENCE_MS, type StandingDeps } from "./begin-run.ts";
import { paymentDate, type PaymentFate, paymentFate } from "./payment-schedule.ts";
import { keptReason, stateAfter, withRun } from "./runs.ts";
import { moveOrder, type PaymentOrder, STANDING_KIND } from "./store.ts";
import { discreetly, tellPayment } from "./tell-payments.ts";

type PaymentDeps = Pick<StandingDeps, "runtime" | "network" | "guard" | "onAccepted">;
type Due = Extract<PaymentFate, { readonly kind: "pay" | "miss" }>;

/** Reasons that pass by themselves: the payment waits for that until it is a day late. */
const PASSING: readonly ErrorCode[] = [
  "network-unreachable",
  "not-ready",
  "rate-limited",
  "spending-changed",
  "account-closing",
];
/** Reasons that may pass within the hour: what the network asks for when it is busy. */
const PATIENT: readonly ErrorCode[] = ["fees-risen"];
/** Ingestion is behind the network's newest ledger now and then by so many. */
const LEDGERS_BEHIND = 2;

const WHY_MISSED = {
  late: writeSaid("reason.late"),
  unannounced: writeSaid("reason.unannounced"),
} as const;

/** What it was found by was resolved when it was confirmed: whoever is paid is known by their address alone. */
const NO_NAMES = { resolve: () => Promise.reject(new AppError("recipient-unknown")) };

/**
 * Begins the payment whose date has come: it is accepted as any payment is, by that day's rules, in one transaction with the order's
 * moving on. What stands against it leaves it out for good, save what passes by itself; what was slept through is never made up for.
 */
export async function beginPayment(
  deps: PaymentDeps,
  order: PaymentOrder,
): Promise<"begun" | "missed" | "waits" | "moved"> {
  const { runtime } = deps;
  const { userId, id } = order;
  const fate = paymentFate(order, runtime.clock.now());
  if (!isRowSealed(runtime.database, STANDING_KIND, order) || fate.kind === "none") {
    await tellForged(runtime, `standing order ${id}`, { orderId: id, userId });
    return "waits";
  }
  if (fate.kind === "wait") return "waits";
  if (fate.kind === "miss") return leaveOut(runtime, order, fate, order.reason || WHY_MISSED[fate.why]);
  try {
    await pay(deps, order, fate);
  } catch (error) {
    if (error instanceof OrderMovedError) return "moved";
    if (!(error instanceof AppError)) throw error;
    return noteRefused(deps, order, fate, error);
  }
  deps.onAccepted();
  return "begun";
}

async function pay(deps: PaymentDeps, order: PaymentOrder, { number, date }: Due): Promise<void> {
  const { runtime, network, guard } = deps;
  const { userId, id, terms } = order;
  const { isShared } = await walletOf(runtime, userId);
  if (isShared) throw new AppError("durable-own-key");
  await recordPayment(
    { runtime, network, guard, federation: NO_NAMES },
    // They showed who they are when they set it up.
    { userId, prove: () => Promise.resolve() },
    {
      // By its date's number: however often it is begun, one date is paid once.
      idempotencyKey: `durable:${id}:${number}`,
      payment: paymentOf(terms),
      agreed: agreedOf(order),
      content: ["durable", id, number],
      knownSince: date,
      alongside: (session, submission) => noteBegun(runtime, session, order, number, submission),
    },
  );
}

/** The payment of a date, as one is asked for. */
export function paymentOf({ to, asset, amount, memo, memoType }: Omit<KeptPayment, "named">): SendCheckInput {
  const { assetCode, issuer } = assetOfKey(asset);
  return { to, assetCode, ...(issuer !== "" && { issuer }), amount, memo, memoType };
}

function agreedOf({ terms: { to, memo, memoType }, agreed }: PaymentOrder): Agreed {
  return { to, memo, memoType, networkFee: agreed.networkFee, operatorFee: agreed.operatorFees[0] ?? null };
}

async function noteBegun(
  runtime: Runtime,
  session: ClientSession,
  order: PaymentOrder,
  number: number,
  { id: submissionId }: SubmissionDocument,
): Promise<void> {
  const run = { ...runOf(number, runtime.clock.now()), outcome: "under-way", submissionId } as const;
  const isMoved = await moveOrder(runtime, session, order, {
    state: "running",
    reason: "",
    trouble: null,
    submissionId,
    runs: withRun(order, run),
    ...behind(order, number),
  });
  if (!isMoved) throw new OrderMovedError();
}

/** Where an order stands once the date of this number is behind it. */
export function behind(order: PaymentOrder, number: number) {
  return { runsBegun: number, nextAt: paymentDate(order, number + 1), payableFrom: null };
}

export function runOf(number: number, now: Date): StandingRun {
  const at = now.toISOString();
  return { number, outcome: "missed", reason: "", at, ledger: 0, price: null, submissionId: null, hash: "" };
}

async function noteRefused(
  deps: PaymentDeps,
  order: PaymentOrder,
  due: Due,
  refusal: AppError,
): Promise<"missed" | "waits" | "moved"> {
  const { runtime } = deps;
  const { trouble } = order;
  const now = runtime.clock.now();
  const isPatient =
    PATIENT.includes(refusal.code) &&
    (trouble?.code !== refusal.code || now.getTime() - trouble.since.getTime() < PATIENCE_MS);
  if (!PASSING.includes(refusal.code) && !isPatient) {
    // What came in while the service was away may not be known yet.
    if (await isBehind(deps)) return "waits";
    return leaveOut(runtime, order, due, keptReason(refusal.said), discreetly(refusal));
  }
  if (trouble?.code === refusal.code) return "waits";
  const fields = { reason: keptReason(refusal.said), trouble: { code: refusal.code, since: now } };
  const isNoted = await runtime.database.transaction((session) => moveOrder(runtime, session, order, fields));
  return isNoted ? "waits" : "moved";
}

async function isBehind({ runtime, network }: PaymentDeps): Promise<boolean> {
  try {
    const { sequence } = await reach(network.head());
    return (await ingestedLedger(runtime.database, null)) + LEDGERS_BEHIND < sequence;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** Leaves out every date up to this one, and tells of it once. */
async function leaveOut(
  runtime: Runtime,
  order: PaymentOrder,
  { number }: Due,
  reason: string,
  said = reason,
): Promise<"missed" | "moved"> {
  const isMoved = await runtime.database.transaction(async (session) => {
    const next = behind(order, number);
    const after = stateAfter({ ...order, ...next }, reason);
    const missed = number - order.runsBegun;
    const run = { ...runOf(number, runtime.clock.now()), reason };
    const runs = withRun(order, run);
    const counted = { trouble: null, runsMissed: order.runsMissed + missed, runs };
    if (!(await moveOrder(runtime, session, order, { ...after, ...counted, ...next }))) return false;
    await tellPayment(runtime, session, order, { kind: "repeat-missed", number, detail: said });
    if (after.state !== "waiting")
      await tellPayment(runtime, session, order, { kind: "repeat-ended", number, detail: "" });
    return true;
  });
  return isMoved ? "missed" : "moved";
}
