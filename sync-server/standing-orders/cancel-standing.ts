import type { ClientSession } from "mongodb";
import type { StandingCancelOutput } from "#schemas/standing-orders.ts";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { giveUpUnsigned } from "#server/platform/submissions/give-up-unsigned.ts";
import type { TakerBack } from "#server/security/index.ts";
import { withOutcome } from "./runs.ts";
import { type StandingDocument, standingCollection, isOneShot, LIVE_STATES, moveOrder } from "./store.ts";

/**
 * Cancels an order, and in the same transaction a run of it that is not signed: nothing can sign it afterwards. One that is signed goes
 * on; of an order of one run there is then nothing left to cancel. Cancelled twice, it answers the same. Throws
 * `durable-unknown` and `durable-over`.
 */
export function cancelStanding(runtime: Runtime, userId: number, uid: string): Promise<StandingCancelOutput> {
  const { database } = runtime;
  return database.transaction(async (session) => {
    const order = await standingCollection(database).findOne({ userId, uid, deleted: false }, { session });
    if (!order) throw new AppError("durable-unknown");
    const { state, submissionId } = order;
    if (state === "cancelled") return { uid, state, submissionId };
    if (!LIVE_STATES.includes(state)) throw new AppError("durable-over");
    const isStopped = await stopRun(runtime, session, order);
    if (submissionId !== null && !isStopped && isOneShot(order.terms)) return { uid, state, submissionId };
    await cancelIn(runtime, session, order, isStopped, "");
    return { uid, state: "cancelled", submissionId: isStopped ? null : submissionId };
  });
}

/** Cancels everything that a person has waiting, within the transaction of the reason; answers with how much it was. */
export async function cancelAllOf(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  reason: string,
): Promise<number> {
  const live = { userId, state: { $in: [...LIVE_STATES] }, deleted: false };
  const orders = await standingCollection(runtime.database).find(live, { session }).toArray();
  for (const order of orders) {
    const isStopped = await stopRun(runtime, session, order);
    await cancelIn(runtime, session, order, isStopped, reason);
  }
  return orders.length;
}

/** What a frozen account has waiting is cancelled with the freezing. */
export function takesBackOrders(runtime: Runtime): TakerBack {
  return {
    kind: "standingOrders",
    takeBack: (session, userId) => cancelAllOf(runtime, session, userId, writeSaid("reason.account-frozen")),
    holders: async (userIds) => {
      const live = { userId: { $in: [...userIds] }, state: { $in: [...LIVE_STATES] }, deleted: false };
      const found = await standingCollection(runtime.database)
        .find(live, { projection: { userId: 1 } })
        .toArray();
      return [...new Set(found.map(({ userId }) => userId))];
    },
  };
}

/** Whether a run was under way that is given up now. */
function stopRun(runtime: Runtime, session: ClientSession, { submissionId }: StandingDocument): Promise<boolean> {
  return submissionId === null ? Promise.resolve(false) : giveUpUnsigned(runtime, session, submissionId);
}

async function cancelIn(
  runtime: Runtime,
  session: ClientSession,
  order: StandingDocument,
  isStopped: boolean,
  reason: string,
): Promise<void> {
  const stopped = {
    submissionId: null,
    runs: withOutcome(order, { outcome: "cancelled", reason: "", hash: "" }),
  };
  const fields = { state: "cancelled", reason, trouble: null, nextAt: null, ...(isStopped && stopped) } as const;
  if (!(await moveOrder(runtime, session, order, fields)))
    throw new Error(`order ${order.id} moved within a transaction that had read it`);
}
