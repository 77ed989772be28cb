import type { ClientSession, Document } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { CashAppDeposits } from "#schemas/deposits.ts";
import type { CloseAccountInput } from "#schemas/closing.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, amountText } from "#schemas/values/money.ts";
import { forgetDevices } from "#server/auth/index.ts";
import { cancelAllOf } from "#server/standing-orders/index.ts";
import { dropPasskeys } from "#server/passkeys/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { type Guard, NEEDS_NOTHING } from "#server/platform/submissions/spending.ts";
import { forgetAllowList, readSecurity, readSecurityWithin } from "#server/users/index.ts";
import { dropTwoFactor, type TwoFactorDeps } from "#server/two-factor/index.ts";
import { anonymiseUser, findUserById, findUserWithin } from "#server/users/index.ts";
import {
  forgetSetup,
  planMerge,
  type ProofDeps,
  prove,
  readRest,
  type Sender,
  submitMerge,
  takeLookUp,
} from "#server/wallet/index.ts";

/** An account on its way out. `merging` can still be given up; from `erasing` on there is no way back. */
export interface Closing extends Document {
  /** The user's id. */
  readonly _id: number;
  readonly state: "merging" | "erasing" | "done";
  /** Of the merge; null where there was nothing left to send. */
  readonly submissionId: number | null;
  readonly requestedAt: Date;
}

export interface ClosingDeps {
  readonly runtime: Runtime;
  readonly guard: Guard;
  readonly network: StellarNetwork;
  readonly twoFactor: TwoFactorDeps;
  readonly proofs: ProofDeps;
}

/** Statuses in which a deposit may still become money. */
const OPEN_DEPOSITS = ["pending", "approved", "crediting", "failed"];

export function closingCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<Closing>("account_closings");
}

/** Everything that stands against closing the account, and the XLM that has to go somewhere. */
export async function describeClosing(runtime: Runtime, userId: number) {
  // Read before the balances, which are then at least as new.
  const asOfLedger = await ingestedLedger(runtime.database, null);
  const [closing, { xlm, refusals }] = await Promise.all([
    closingCollection(runtime).findOne({ _id: userId, state: "merging" }),
    readStanding(runtime, userId, null),
  ]);
  return {
    isClosing: closing !== null,
    xlmLeft: formatAmount(xlm),
    asOfLedger,
    refusals: refusals.map(({ code, message }) => ({ code, message })),
  };
}

/**
 * Closes the account at once where nothing is left in it; else has the network merge it into another first, which asks for what a
 * payment asks for beside a confirmed session. Throws what stands against it, `close-xlm-left` where XLM is left and nobody was named
 * for it, and what {@link prove} throws.
 */
export async function closeAccount(
  { runtime, network, twoFactor, guard, proofs }: ClosingDeps,
  sender: Sender,
  { sendRestTo, memo = "", ...shown }: CloseAccountInput,
): Promise<"closing" | "closed"> {
  const { userId } = sender;
  const { xlm, refusals } = await readStanding(runtime, userId, null);
  if (refusals[0]) throw refusals[0];
  if (xlm > 0n && sendRestTo === undefined) throw new AppError("close-xlm-left", { amount: amountText(xlm) });
  if (sendRestTo !== undefined) await takeLookUp(runtime, userId);
  const plan =
    xlm > 0n && sendRestTo !== undefined
      ? await planMerge({ runtime, network, guard }, userId, { to: sendRestTo, memo, xlm })
      : null;
  await prove(proofs, sender, shown, { ...(plan?.needs ?? NEEDS_NOTHING), confirmation: true });
  return runtime.database.transaction(async (session) => {
    const now = await readStanding(runtime, userId, session);
    if (now.refusals[0]) throw now.refusals[0];
    if (plan) {
      const submissionId = await submitMerge({ runtime, guard }, session, userId, plan);
      await writeClosing(runtime, session, { _id: userId, state: "merging", submissionId });
      return "closing";
    }
    // Money that came in since is not left behind.
    if (now.xlm > 0n) throw new AppError("close-xlm-left", { amount: amountText(now.xlm) });
    await leave({ runtime, twoFactor }, session, userId, null);
    return "closed";
  });
}

/** Takes the person out of the account, within the transaction that knows nothing is left in it. */
export async function leave(
  { runtime, twoFactor }: Pick<ClosingDeps, "runtime" | "twoFactor">,
  session: ClientSession,
  userId: number,
  submissionId: number | null,
): Promise<void> {
  const { database } = runtime;
  await dropTwoFactor(twoFactor, session, userId);
  await dropPasskeys(runtime, session, userId);
  await forgetDevices(runtime, session, userId);
  await database.collection("password_reset_tokens").deleteMany({ userId }, { session });
  await database.collection<{ _id: number }>("email_changes").deleteOne({ _id: userId }, { session });
  await forgetAllowList(runtime, session, userId);
  await forgetSetup(runtime, session, userId);
  await cancelAllOf(runtime, session, userId, "The account was closed.");
  await anonymiseUser(runtime, session, userId);
  await writeClosing(runtime, session, { _id: userId, state: "erasing", submissionId });
}

/** The XLM that is left and everything that stands against closing; with a session, as its transaction sees it. */
export async function readStanding(runtime: Runtime, userId: number, session: ClientSession | null) {
  const { database } = runtime;
  const options = inSession(session);
  const rest = await readRest(runtime, userId, session);
  const user = await (session ? findUserWithin(runtime, session, userId) : findUserById(runtime, userId));
  const security = await (session ? readSecurityWithin(runtime, session, userId) : readSecurity(runtime, userId));
  const unsettled = { userId, status: { $in: OPEN_DEPOSITS } };
  const deposit = await database.collection(CashAppDeposits.collection).findOne(unsettled, options);
  const refusals: AppError[] = [
    ...(security.isFrozen === true ? [new AppError("account-frozen")] : []),
    ...(user?.isAdmin === true ? [new AppError("close-operator")] : []),
    ...rest.refusals,
    ...(deposit ? [new AppError("close-deposits-open")] : []),
  ];
  return { xlm: rest.xlm, refusals };
}

async function writeClosing(
  runtime: Runtime,
  session: ClientSession,
  { _id, state, submissionId }: Pick<Closing, "_id" | "state" | "submissionId">,
): Promise<void> {
  await closingCollection(runtime).updateOne(
    { _id },
    { $set: { state, submissionId, requestedAt: runtime.clock.now() } },
    { session, upsert: true },
  );
}
