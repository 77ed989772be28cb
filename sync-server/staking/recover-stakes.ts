import type { ClientSession } from "mongodb";
import { isEarlyAt } from "#schemas/stake-reckoning.ts";
import { secondsOf } from "#schemas/values/accrual.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { findHouseLanded, type LandedTransaction, unknownPayments } from "#server/platform/submissions/landed.ts";
import { ledgerKeyOf } from "#server/platform/submissions/ledger-key.ts";
import { recordPaid } from "#server/platform/submissions/record-paid.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { instantOf } from "#server/wallet/index.ts";
import { markRewards } from "./claim-rewards.ts";
import { cutRewards } from "./cut-rewards.ts";
import { rewardName, unstakeName } from "./payment-names.ts";
import { settleLeft, settlePaid, settleStakes } from "./settle-stakes.ts";
import { plus, ratesOf, STAKE_KIND, type StakeDocument, stakeCollection, writeStake } from "./store.ts";

type Context = Pick<Runtime, "database" | "clock" | "log">;
type Kind = "unstake" | "stake-reward";

/** More than anybody takes out of a stake between a backup and its restore. */
const MOST_OF_ONE = 1000;

/**
 * Books in a database that was set back what vault and pool paid of its stakes since: the ledger names which part of which stake each payment was.
 * Without it the vault would hold less than its stakes say, and everybody's would stand still. May be repeated.
 */
export async function recoverStakes(
  runtime: Context,
  network: Pick<StellarNetwork, "ledgers">,
  signal: AbortSignal,
): Promise<void> {
  const { database } = runtime;
  // What was under way in the backup and is known by its own record comes first: what is left of a stake names what follows.
  await settleStakes(runtime, network, signal);
  const houses = await houseAccounts(database);
  const payers = ["staking" as const, "staking-rewards" as const].flatMap((purpose) => houses.get(purpose) ?? []);
  const unknown = new Set((await unknownPayments(database, null, payers)).map(({ ledgerKey }) => ledgerKey));
  if (unknown.size === 0) return;
  const settled = { status: { $in: ["active", "withdrawn"] as const }, claimId: null, unstakeId: null };
  for await (const { id } of stakeCollection(database).find(settled, { projection: { id: 1 } })) {
    signal.throwIfAborted();
    for (let part = 0; part < MOST_OF_ONE; part += 1) if (!(await recoverNext(runtime, payers, unknown, id))) break;
  }
}

/** Books the next payment of a stake that a ledger holds; false where it holds none. */
async function recoverNext(
  runtime: Context,
  payers: readonly string[],
  unknown: ReadonlySet<number>,
  id: number,
): Promise<boolean> {
  const { database } = runtime;
  const seen = await stakeCollection(database).findOne({ id });
  if (!seen || namesOf(runtime, seen).every(({ ledgerKey }) => !unknown.has(ledgerKey))) return false;
  return database.transaction(async (session) => {
    const stake = await stakeCollection(database).findOne({ id }, { session });
    // Who wrote it past the server is told of where it is read next.
    if (stake?.version !== seen.version || !isRowSealed(database, STAKE_KIND, stake)) return false;
    for (const { kind, name, ledgerKey } of namesOf(runtime, stake)) {
      const landed = await findHouseLanded(database, session, ledgerKey, payers);
      if (!landed) continue;
      await (kind === "unstake" ? book : bookReward)(runtime, session, stake, { landed, name });
      return true;
    }
    return false;
  });
}

/** Rewards first: what is paid with the last of a stake counts up to when it left. */
function namesOf({ database }: Context, stake: StakeDocument) {
  const names: readonly { readonly kind: Kind; readonly name: string }[] = [
    { kind: "stake-reward", name: rewardName(stake) },
    { kind: "unstake", name: unstakeName(stake) },
  ];
  return names.map((each) => ({
    ...each,
    ledgerKey: ledgerKeyOf(database, { userId: HOUSE_USER, idempotencyKey: each.name, ledgerKey: each.name }),
  }));
}

interface Found {
  readonly landed: LandedTransaction;
  readonly name: string;
}

/** What left the vault is off the stake: its owner's, and what was kept of it. */
async function book(runtime: Context, session: ClientSession, stake: StakeDocument, { landed, name }: Found) {
  const { database } = runtime;
  const submission = await recordPaid(runtime, session, landed, { kind: "unstake", ledgerKey: name });
  const amount = sumOf(stake, landed);
  const [first] = landed.paid;
  const at = secondsOf(landed.closedAt);
  const isEarly = isEarlyAt(stake, at);
  const cut = await cutRewards(database, session, stake, { rates: await ratesOf(database, stake, session), at });
  const withdrawing = {
    at: instantOf(at),
    amount: formatAmount(amount),
    receives: formatAmount(BigInt(first?.amount ?? "0")),
    isEarly,
  };
  const leaving = await writeStake(database, session, stake, {
    ...cut,
    status: "withdrawing",
    earlyWithdrawal: isEarly,
    withdrawing,
    unstakeId: submission.id,
    reason: "",
  });
  await settleLeft(runtime, session, leaving, submission);
}

async function bookReward(runtime: Context, session: ClientSession, stake: StakeDocument, { landed, name }: Found) {
  const { database } = runtime;
  const submission = await recordPaid(runtime, session, landed, { kind: "stake-reward", ledgerKey: name });
  const rates = await ratesOf(database, stake, session);
  const cut = await cutRewards(database, session, stake, { rates, at: secondsOf(landed.closedAt) });
  const { id: claimId } = submission;
  await markRewards(runtime, session, stake, { from: "accrued", fields: { status: "paying", claimId } });
  const paying = await writeStake(database, session, stake, {
    ...cut,
    claimId,
    paying: plus(stake.paying, sumOf(stake, landed)),
    reason: "",
  });
  await settlePaid(runtime, session, paying, submission);
}

/** Stroops of the stake's asset; never more than there is of it. */
function sumOf(stake: StakeDocument, { paid }: LandedTransaction): bigint {
  const { assetCode, issuer } = stake;
  const own = paid.filter((each) => assetKey(each) === assetKey({ assetCode, issuer }));
  return own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
