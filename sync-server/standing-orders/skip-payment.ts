import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import type { StandingOrderOutput } from "#schemas/standing-orders.ts";
import type { SkipInput } from "#schemas/standing-payments.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { behind, runOf } from "./begin-payment.ts";
import { paymentDate } from "./payment-schedule.ts";
import { withRun } from "./runs.ts";
import { isPaymentOrder, LIVE_STATES, moveOrder, standingCollection } from "./store.ts";

const LEFT_OUT = writeSaid("reason.left-out");

/**
 * Leaves out the next of a repeated payment, if it still is of the date that its owner saw; asked twice, it leaves out one. Throws
 * `durable-unknown` and `durable-over`.
 */
export function skipPayment(runtime: Runtime, userId: number, { uid, at }: SkipInput): Promise<StandingOrderOutput> {
  const { database } = runtime;
  return database.transaction(async (session) => {
    const order = await standingCollection(database).findOne({ userId, uid, deleted: false }, { session });
    if (!order || !isPaymentOrder(order)) throw new AppError("durable-unknown");
    const number = order.runsBegun + 1;
    const date = paymentDate(order, number);
    if (date === null || date.getTime() !== Date.parse(at)) return { uid, state: order.state };
    if (!LIVE_STATES.includes(order.state)) throw new AppError("durable-over");
    const run = { ...runOf(number, runtime.clock.now()), outcome: "cancelled", reason: LEFT_OUT } as const;
    const next = behind(order, number);
    const isLast = next.nextAt === null && order.state === "waiting";
    const state = isLast ? (order.runsDone > 0 ? "done" : "cancelled") : order.state;
    const counted = { reason: "", trouble: null, runsMissed: order.runsMissed + 1, runs: withRun(order, run) };
    if (!(await moveOrder(runtime, session, order, { ...counted, ...next, state })))
      throw new Error(`order ${order.id} moved within a transaction that had read it`);
    return { uid, state };
  });
}
