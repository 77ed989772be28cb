import type { ClientSession, Document } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { CashAppDeposits } from "#schemas/deposits.ts";
import type { CloseAccountInput } from "#schemas/closing.ts";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { giveUpRewards } from "#server/affiliate/index.ts";
import { forgetDevices } from "#server/auth/index.ts";
import { stopAllOf } from "#server/automated-trading/index.ts";
import { cancelAllOf } from "#server/standing-orders/index.ts";
import { forgetIdentity } from "#server/kyc/index.ts";
import { dropKeys } from "#server/api-keys/index.ts";
import { dropPasskeys } from "#server/passkeys/index.ts";
import { WALLET_SETUPS, type WalletSetup } from "#server/platform/accounts/create-wallet.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { type Guard, NEEDS_NOTHING } from "#server/platform/submissions/spending.ts";
import { forgetWaiting, weaken } from "#server/security/index.ts";
import { dropTwoFactor, type TwoFactorDeps } from "#server/two-factor/index.ts";
import {
  anonymiseUser,
  findUserById,
  findUserWithin,
  forgetAllowList,
  readSecurity,
  readSecurityWithin,
  writeSecurity,
} from "#server/users/index.ts";
import { type ProofDeps, prove, type Sender, takeLookUp } from "#server/wallet/index.ts";
import { openPools } from "#server/market-making/index.ts";
import { hasStakes } from "#server/staking/index.ts";
import { type Holdings, holdingsRefusals, readHoldings } from "./holdings.ts";
import type { Destination } from "./moves.ts";
import { ANNOUNCING, type ClosingPlan, planClosing } from "./plan-closing.ts";
import { recordStep } from "./record-step.ts";

/** An account on its way out. `merging` can still be given up; from `erasing` on there is no way back. */
export interface Closing extends Document {
  /** The user's id. */
  readonly _id: number;
  /** While it is `merging`, what is in it moves out, one transaction after the other. */
  readonly state: "merging" | "erasing" | "done";
  /** Of the latest transaction; null where there was nothing to send, or nothing yet. */
  readonly submissionId: number | null;
  readonly requestedAt: Date;
  /** How many transactions of it failed in a ledger; what was there had changed meanwhile. */
  readonly failures?: number;
  /** When to go on, where something passing stood against it. */
  readonly nextAt?: Date | null;
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

/**
 * Closes the account at once where nothing is left in it; else has everything move out first, which asks for what a payment asks for
 * beside a confirmed session, or announces that. Throws what stands against it, `close-xlm-left` where XLM is left and nobody was
 * named for it, and what {@link prove} throws.
 */
export async function closeAccount(
  deps: ClosingDeps,
  sender: Sender,
  { sendRestTo, memo = "", announce = false, ...shown }: CloseAccountInput,
): Promise<"announced" | "closing" | "closed"> {
  const { runtime, proofs } = deps;
  const { userId } = sender;
  const { holdings, refusals } = await readStanding(runtime, userId, null);
  refuseFirst(refusals);
  if (!hasAnything(holdings)) {
    await prove(proofs, sender, shown, { ...NEEDS_NOTHING, confirmation: true });
    return closeEmpty(deps, userId);
  }
  const plan = await planWayOut(deps, userId, holdings, { sendRestTo, memo });
  if (announce) {
    refuseFirst(plan.refusals);
    await prove(proofs, sender, shown, ANNOUNCING);
    return announceClosing(runtime, userId, plan);
  }
  refuseFirst([...plan.refusals, ...plan.reasons]);
  await prove(proofs, sender, shown, plan.needs);
  return beginNow(deps, userId, plan);
}

/** Works out where everything goes. Throws `close-xlm-left` where nobody was named, `wallet-not-ready`, and what {@link planClosing} does. */
export async function planWayOut(
  deps: Pick<ClosingDeps, "runtime" | "network" | "guard">,
  userId: number,
  holdings: Holdings | null,
  { sendRestTo, memo }: { readonly sendRestTo: string | undefined; readonly memo: string },
): Promise<ClosingPlan> {
  if (!hasAnything(holdings)) throw new AppError("wallet-not-ready");
  if (sendRestTo === undefined)
    throw new AppError("close-xlm-left", { amount: formatAmountShort(BigInt(holdings.account.balance)) });
  await takeLookUp(deps.runtime, userId);
  return planClosing(deps, userId, holdings, { to: sendRestTo, memo: { type: "text", text: memo } });
}

function hasAnything(holdings: Holdings | null): holdings is Holdings {
  return holdings !== null && (holdings.account.exists || holdings.account.balance !== "0");
}

function closeEmpty({ runtime, twoFactor }: ClosingDeps, userId: number): Promise<"closed"> {
  return runtime.database.transaction(async (session) => {
    const now = await readStanding(runtime, userId, session);
    refuseFirst(now.refusals);
    // Money that came in since is not left behind.
    if (hasAnything(now.holdings))
      throw new AppError("close-xlm-left", { amount: formatAmountShort(BigInt(now.holdings.account.balance)) });
    await leave({ runtime, twoFactor }, session, userId, null);
    return "closed" as const;
  });
}

/** Has everything move out from now on: the first transaction is recorded with the closing, or neither is. */
function beginNow({ runtime, guard }: ClosingDeps, userId: number, plan: ClosingPlan): Promise<"closing"> {
  const { destination, outside, needs } = plan;
  return runtime.database.transaction(async (session) => {
    const now = await readStanding(runtime, userId, session);
    refuseFirst(now.refusals);
    await beginClosing(runtime, session, userId, destination);
    const submissionId = await recordStep({ runtime, guard }, session, userId, { destination, outside, shown: needs });
    await writeClosing(runtime, session, { _id: userId, state: "merging", submissionId });
    return "closing" as const;
  });
}

/** Has the closing wait as any change that protects the account less; it begins at once where the operators let nothing wait. */
function announceClosing(
  runtime: Runtime,
  userId: number,
  { destination }: ClosingPlan,
): Promise<"announced" | "closing"> {
  return runtime.database.transaction(async (session) => {
    refuseFirst((await readStanding(runtime, userId, session)).refusals);
    const { to, memo } = destination;
    const change = { kind: "close-account", from: "", to, memo: memo.text } as const;
    if ((await weaken(runtime, session, userId, change)) === "waits") return "announced";
    await beginClosing(runtime, session, userId, { ...destination, isAnnounced: true });
    return "closing";
  });
}

/**
 * Writes down, under the seal of what protects the account, where everything goes; whoever carries it on goes by that alone. Throws
 * `account-closing`.
 */
export async function beginClosing(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  { to, memo, isAnnounced }: Destination,
): Promise<void> {
  const closing = await closingCollection(runtime).findOne({ _id: userId }, { session });
  if (closing) throw new AppError("account-closing");
  await forgetWaiting(runtime, session, userId, ["close-account"]);
  const begunAt = runtime.clock.now();
  await writeSecurity(runtime, session, userId, { closing: { to, memo: memo.text, isAnnounced, begunAt } });
  await writeClosing(runtime, session, { _id: userId, state: "merging", submissionId: null });
}

function refuseFirst([refusal]: readonly AppError[]): void {
  if (refusal) throw refusal;
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
  await dropKeys(runtime, session, userId);
  await forgetDevices(runtime, session, userId);
  await giveUpRewards(runtime, session, userId);
  await forgetIdentity({ runtime, secrets: twoFactor.secrets }, session, userId);
  await database.collection("password_reset_tokens").deleteMany({ userId }, { session });
  await database.collection<{ _id: number }>("email_changes").deleteOne({ _id: userId }, { session });
  await forgetAllowList(runtime, session, userId);
  await forgetSetup(runtime, session, userId);
  await cancelAllOf(runtime, session, userId, writeSaid("reason.account-closed"));
  await stopAllOf(runtime, session, userId, writeSaid("reason.account-closed"));
  await anonymiseUser(runtime, session, userId);
  await writeClosing(runtime, session, { _id: userId, state: "erasing", submissionId });
}

/** What is left and everything that stands against closing, whoever gets it; with a session, as its transaction sees it. */
export async function readStanding(runtime: Runtime, userId: number, session: ClientSession | null) {
  const { database } = runtime;
  const options = inSession(session);
  const holdings = await readHoldings(runtime, userId, session);
  const user = await (session ? findUserWithin(runtime, session, userId) : findUserById(runtime, userId));
  const security = await (session ? readSecurityWithin(runtime, session, userId) : readSecurity(runtime, userId));
  const unsettled = { userId, status: { $in: OPEN_DEPOSITS } };
  const deposit = await database.collection(CashAppDeposits.collection).findOne(unsettled, options);
  const refusals: AppError[] = [
    ...(security.isFrozen === true ? [new AppError("account-frozen")] : []),
    ...(user?.isAdmin === true ? [new AppError("close-operator")] : []),
    ...(holdings ? holdingsRefusals(holdings) : []),
    ...(deposit ? [new AppError("close-deposits-open")] : []),
    ...((await hasStakes(database, userId, session)) ? [new AppError("close-stakes-open")] : []),
    ...((await openPools(database, userId, session)).length > 0 ? [new AppError("close-pools-open")] : []),
  ];
  return { holdings, refusals };
}

export async function writeClosing(
  runtime: Runtime,
  session: ClientSession,
  { _id, state, submissionId, failures = 0 }: Pick<Closing, "_id" | "state" | "submissionId" | "failures">,
): Promise<void> {
  await closingCollection(runtime).updateOne(
    { _id },
    { $set: { state, submissionId, failures, nextAt: null, requestedAt: runtime.clock.now() } },
    { session, upsert: true },
  );
}

/** A wallet that nobody has funded yet stays unfunded. */
async function forgetSetup({ database }: Runtime, session: ClientSession, userId: number): Promise<void> {
  await database.collection<WalletSetup>(WALLET_SETUPS).deleteMany({ userId, state: "waiting" }, { session });
}
