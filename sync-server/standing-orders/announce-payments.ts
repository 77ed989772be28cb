import type { Runtime } from "#server/platform/http/runtime.ts";
import { announcedUntil, payableAfter, paymentDate } from "./payment-schedule.ts";
import { isPaymentOrder, LIVE_STATES, moveOrder, type PaymentOrder, standingCollection } from "./store.ts";
import { tellAhead } from "./tell-payments.ts";

/**
 * Tells the owners of repeated payments of those that are about a day ahead, each once: the news and the payment's leave to go out are
 * one transaction with the order, so that whatever dies nobody is paid unannounced.
 */
export async function announcePayments(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const { database, clock } = runtime;
  const now = clock.now();
  const ahead = await standingCollection(database)
    .find({
      state: { $in: [...LIVE_STATES] },
      nextAt: { $gt: now, $lte: announcedUntil(now) },
      "terms.kind": "payment",
      payableFrom: null,
      deleted: false,
    })
    .toArray();
  for (const order of ahead) {
    if (signal.aborted) return;
    if (isPaymentOrder(order)) await announce(runtime, order, now);
  }
}

async function announce(runtime: Runtime, order: PaymentOrder, now: Date): Promise<void> {
  const number = order.runsBegun + 1;
  const date = paymentDate(order, number);
  if (date === null) return;
  await runtime.database.transaction(async (session) => {
    const payableFrom = payableAfter(date, now);
    if (await moveOrder(runtime, session, order, { payableFrom }))
      await tellAhead(runtime, session, order, number, payableFrom);
  });
}
