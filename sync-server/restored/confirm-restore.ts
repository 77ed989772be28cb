import type { ConfirmRestoreInput, KnowPaymentInput, RestoredOutput } from "#schemas/restored.ts";
import { AppError } from "#schemas/errors.ts";
import { noteAct } from "#server/approvals/index.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { movePhase, readRestored } from "#server/platform/restored/state.ts";
import { keepLanded, unknownPayments } from "#server/platform/submissions/landed.ts";
import { settleBy } from "#server/platform/submissions/settle-landed.ts";
import { readRestoredState } from "./read-restored.ts";
import { mayBe, waitingPayments } from "./waiting-payments.ts";

/**
 * A super has looked through what cannot be known: from now on the service signs again. Throws `restore-not-waiting` where nothing waits, or
 * the database was set back once more since it was looked at.
 */
export async function confirmRestore(
  runtime: Runtime,
  operatorId: number,
  { restoredAt, reason }: ConfirmRestoreInput,
): Promise<RestoredOutput> {
  const { database, clock } = runtime;
  await database.transaction(async (session) => {
    const state = await readRestored(database, session);
    const isIt = state?.phase === "confirming" && state.restoredAt.toISOString() === restoredAt;
    if (!isIt) throw new AppError("restore-not-waiting");
    const change = { before: { phase: state.phase, restoredAt }, after: { phase: "done", restoredAt } };
    const authority = { operatorId, reason };
    await noteAct(runtime, session, authority, { action: "confirm-restore", userId: null, change });
    if (!(await movePhase(database, session, state, { phase: "done", since: clock.now() })))
      throw new AppError("restore-not-waiting");
  });
  return readRestoredState(runtime);
}

/**
 * Says what the house paid for: what that settled counts as paid by it, and what it owes to the same people no longer waits for it. Throws
 * `restored-payment-known`, `restored-payment-unfit`.
 */
export async function knowPayment(
  runtime: Runtime,
  operatorId: number,
  { hash, submissionId, reason }: KnowPaymentInput,
): Promise<RestoredOutput> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const houses = [...(await houseAccounts(database)).values()];
    const payment = (await unknownPayments(database, session, houses)).find((each) => each.hash === hash);
    if (!payment) throw new AppError("restored-payment-known");
    const change = { before: { hash, isKnown: false }, after: { hash, isKnown: true, submissionId } };
    const act = { action: "know-restored-payment", userId: null, details: hash, change } as const;
    await noteAct(runtime, session, { operatorId, reason }, act);
    const settledBy = operatorId;
    if (submissionId === null) return keepLanded(database, session, payment, { settledBy });
    const [settled] = await waitingPayments(database, session, submissionId);
    if (!settled || !mayBe(settled, payment)) throw new AppError("restored-payment-unfit");
    await settleBy(runtime, session, settled, payment, { settledBy });
  });
  return readRestoredState(runtime);
}
