import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { walletOfUser } from "#server/platform/ingest/wallet-of-user.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { changeAndTell } from "./change-and-tell.ts";
import { changeDeposit } from "./change-deposit.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { DEPOSIT_KIND, type DepositDocument, depositCollection } from "./store.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

const AT_ONCE = 100;
const TREASURY_LOW = "treasury-low";

/**
 * Pays approved deposits from the treasury, each once per attempt, and settles those whose payment has ended. Any number
 * of processes may at once: the payment's key is the deposit's. Answers whether a payment was begun.
 */
export async function creditDeposits(runtime: Runtime, network: StellarNetwork): Promise<boolean> {
  const { database } = runtime;
  const due = await depositCollection(database)
    .find({ status: { $in: ["approved", "crediting"] } }, { sort: { id: 1 }, limit: AT_ONCE })
    .toArray();
  let isBegun = false;
  let isReported = false;
  for (const deposit of due) {
    if (!isRowSealed(database, DEPOSIT_KIND, deposit)) {
      await tellForged(runtime, `deposit ${deposit.id}`, { depositId: deposit.id });
      continue;
    }
    if (deposit.status === "crediting") {
      await settleDeposit(runtime, deposit);
      continue;
    }
    const outcome = await beginPayment(runtime, network, deposit);
    if (outcome === "begun") isBegun = true;
    // One that waits says it for all behind it.
    if (outcome instanceof AppError && !isReported) await reportLowTreasury(runtime, deposit, outcome);
    if (outcome instanceof AppError) isReported = true;
  }
  if (isBegun && !isReported) await resolveIssue(runtime, TREASURY_LOW);
  return isBegun;
}

/** Begins the payment; answers with the refusal where the house cannot make it now. */
async function beginPayment(
  runtime: Runtime,
  network: StellarNetwork,
  deposit: DepositDocument,
): Promise<"begun" | "skipped" | AppError> {
  const { database } = runtime;
  const account = await walletOfUser(runtime, deposit.userId, null);
  if (!account || deposit.xlmCredited === null) return "skipped";
  const to = account._id;
  const [fee, { accounts }] = await Promise.all([network.feeBid(), network.holdings([{ address: to, assets: [] }])]);
  const attempts = deposit.attempts + 1;
  const amount = parseAmount(deposit.xlmCredited);
  try {
    await database.transaction(async (session) => {
      const { id } = await payFromHouse(runtime, session, {
        from: "treasury",
        to,
        asset: NATIVE,
        amount,
        memo: `Deposit ${deposit.id}`,
        key: `deposit-${deposit.id}-${attempts}`,
        ledgerKey: `deposit ${deposit.methodName} ${deposit.cashAppTransactionId}`,
        kind: "deposit",
        knownSince: knownSince(deposit),
        fee,
        isNewAccount: !accounts.has(to),
      });
      const change = { status: "crediting", attempts, submissionId: id } as const;
      // Whoever was overtaken must not leave a payment behind.
      if (!(await changeDeposit(database, deposit, change, session))) throw new OvertakenError();
    });
    return "begun";
  } catch (error) {
    if (error instanceof OvertakenError) return "skipped";
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** From when on it may have been paid: since it was declared or, where that was not kept, first approved. */
function knownSince({ knownSince: declaredAt, approvals }: DepositDocument): Date | null {
  if (declaredAt) return declaredAt;
  return approvals.length === 0 ? null : new Date(Math.min(...approvals.map(({ at }) => at.getTime())));
}

class OvertakenError extends Error {}

async function settleDeposit(runtime: Runtime, deposit: DepositDocument): Promise<void> {
  const { database } = runtime;
  const submission = await submissionCollection(database).findOne({ id: deposit.submissionId ?? 0 });
  const settle = (fields: Parameters<typeof changeAndTell>[3]) =>
    database.transaction((session) => changeAndTell(runtime, session, deposit, fields));
  if (submission?.state === "failed") await settle({ status: "failed", notes: submission.reason });
  if (submission?.state !== "confirmed") return;
  // A stranger may have wrapped it: then the ledger has it by another hash than ours.
  const hash = submission.ledgerHash ?? submission.attempt?.hash ?? "";
  const row = await database.collection("transactions").findOne({ userId: deposit.userId, hash });
  // Credited means that the owner sees it: ingestion has the payment in the history.
  if (row) await settle({ status: "credited", transactionId: Number(row["id"]) });
}

function reportLowTreasury(runtime: Runtime, { id, xlmCredited }: DepositDocument, error: AppError): Promise<void> {
  return openIssue(runtime, {
    type: "treasury",
    checkId: TREASURY_LOW,
    title: issueSaid("issue.treasury-low"),
    description: issueSaid("issue.treasury-low.means", { id, amount: xlmCredited ?? "?", why: error.said }),
    severity: "error",
    metadata: { depositId: id },
  });
}
