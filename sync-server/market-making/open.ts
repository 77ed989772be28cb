import type { ClientSession } from "mongodb";
import type { PoolInput } from "#schemas/market-making-calls.ts";
import { xlmNeeded } from "#schemas/market-maker/reserves.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount, parseAmount, ZERO_AMOUNT } from "#schemas/values/money.ts";
import { createTradingAccounts } from "#server/platform/accounts/create-trading-accounts.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accept, fingerprintOf } from "#server/platform/submissions/accept.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { NOWHERE, putStanding } from "#server/pool-standing/index.ts";
import { checkAgreed, refusalsWithin, type Trader } from "#server/trading/index.ts";
import { takeLookUp } from "#server/wallet/index.ts";
import { textOf } from "./books.ts";
import { type OpenPlan, openingSteps, type PlanDeps, planOpen } from "./plan-open.ts";
import { keptTerms } from "./read-terms.ts";
import { refuseAnother, refuseOwner } from "./refuse-open.ts";
import { findPool, type PoolDocument, putPool, type StoredPool, WALLETS } from "./store.ts";

/**
 * Opens a pool; see `accept`. Its wallets are made with the submission that opens all of them on the ledger, or none. Throws what stands
 * against it, `fees-risen` and `idempotency-key-reused`.
 */
export async function openPool(
  deps: PlanDeps,
  { userId, prove }: Trader,
  { pool: wish, agreed, idempotencyKey }: PoolInput,
): Promise<PoolDocument> {
  const { runtime } = deps;
  const fingerprint = fingerprintOf(["market-making", wish]);
  let opening: { readonly plan: OpenPlan; readonly wallets: readonly string[] } | null = null;
  await accept<OpenPlan>(
    deps,
    { userId, idempotencyKey, fingerprint, prove },
    {
      plan: async () => {
        await takeLookUp(runtime, userId);
        return planOpen(deps, userId, wish);
      },
      holdTo: (plan) => checkAgreed(plan, agreed),
      refusalsWithin: async (session, plan, account) => {
        if (!plan.read) return plan.refusals;
        return [
          ...(await refuseOwner(runtime, session, account, plan.read)),
          ...(await refuseAnother(runtime, userId, plan.read, session)),
          ...(await refusalsWithin(runtime, session, plan, account)),
        ];
      },
      draft: async (plan, session, account) => {
        if (!plan.read) throw new Error("a pool without terms was not refused");
        const wallets = await createTradingAccounts(runtime, session, userId, plan.read.walletCount);
        opening = { plan, wallets };
        const { holds, fee, feePayer } = plan;
        return {
          kind: "market-making",
          steps: openingSteps(account._id, plan.read, wallets),
          memo: "",
          holds,
          fee: String(fee),
          feeLimit: String(parseAmount(agreed.networkFee)),
          feePayer,
        };
      },
      alongside: async (session, submission) => {
        if (!opening) throw new Error("a pool was recorded without its wallets");
        await keepPool(runtime, session, { ...opening, submission, uid: idempotencyKey, fingerprint });
      },
    },
  );
  const made = await findPool(runtime.database, { userId, uid: idempotencyKey }, null);
  if (!made) throw new AppError("market-unknown");
  return made;
}

interface Kept {
  readonly plan: OpenPlan;
  readonly wallets: readonly string[];
  readonly submission: SubmissionDocument;
  readonly uid: string;
  readonly fingerprint: string;
}

async function keepPool(runtime: Runtime, session: ClientSession, kept: Kept): Promise<void> {
  const { uid, submission, wallets } = kept;
  const { userId } = submission;
  const { id, terms } = await putPool(runtime, session, { userId, uid }, fieldsOf(kept, runtime.clock.now()));
  const { base, quote } = terms;
  await putStanding(runtime.database, session, { _id: id, userId, base, quote, ...NOWHERE });
  const rows = wallets.map((walletAddress, place) => ({
    uid: `${id}-${place + 1}`,
    fields: {
      poolId: id,
      walletAddress,
      label: String(place + 1),
      isActive: false,
      baseBalance: ZERO_AMOUNT,
      quoteBalance: ZERO_AMOUNT,
      lastUsed: null,
    },
  }));
  await putReplicated(runtime.database, session, WALLETS, userId, rows);
}

function fieldsOf({ plan, wallets, submission, fingerprint }: Kept, now: Date): StoredPool {
  const { read, referred, terms } = plan;
  if (!read) throw new Error("a pool without terms was not refused");
  const { reserves, feeBuffer } = xlmNeeded(read);
  const nothing = { profitLoss: ZERO_AMOUNT, spread: ZERO_AMOUNT, inventory: ZERO_AMOUNT, networkFees: ZERO_AMOUNT };
  const price = referred?.price ?? null;
  const worth = price ? (read.baseAmount * price.n) / price.d + read.quoteAmount : read.quoteAmount;
  return {
    terms: keptTerms(terms, read),
    status: "opening",
    isActive: false,
    stop: null,
    reason: "",
    baseBalance: formatAmount(read.baseAmount),
    quoteBalance: formatAmount(read.quoteAmount),
    xlmAside: formatAmount(reserves + feeBuffer),
    lastPrice: price && textOf(price),
    startPrice: null,
    profitLoss: ZERO_AMOUNT,
    result: nothing,
    tradeCount: 0,
    worth: formatAmount(worth),
    peak: formatAmount(worth),
    offers: [],
    openedAt: now,
    startedAt: null,
    changedAt: now,
    wallets,
    under: { submissionId: submission.id, act: "open" },
    attempts: 0,
    isHeld: false,
    counted: { base: "0", quote: "0" },
    base0: String(read.baseAmount),
    quote0: String(read.quoteAmount),
    peakWorth: String(worth),
    day: 0,
    dayWorth: String(worth),
    spreadSum: "0",
    feeSum: "0",
    restsUntil: 0,
    failures: 0,
    submissionId: submission.id,
    fingerprint,
    version: 1,
  };
}
