import { randomBytes } from "node:crypto";
import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort, parseAmount } from "#schemas/money.ts";
import { networkFee, spendFeeBudget } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { claimableCollection } from "#server/platform/ingest/claimables.ts";
import { shareCollection, type ShareDocument } from "#server/platform/ingest/order-rows.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { assetOfKey, NATIVE } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { insertSubmission, submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { WALLET_SETUPS, type WalletSetup } from "./create-wallet.ts";
import { readPolicy } from "./policy-facts.ts";
import { payerRefusals, paymentRefusals } from "./policy.ts";
import { findRecipient, lookUpRecipient, reach } from "./recipient.ts";
import { checkMemo, checkMemoRequired, checkNotSelf } from "./rules.ts";

const NOTHING: ReadonlyMap<string, bigint> = new Map();

/** A wallet as its closing sees it. Stroops. */
export interface WalletRest {
  /** All that the ledger has in it, the reserve too: nobody could claim that any more. */
  readonly xlm: bigint;
  /** What keeps the wallet from being emptied or left, whatever becomes of the XLM. */
  readonly refusals: readonly AppError[];
}

/** Where the rest goes, and what the network may charge for it. */
export interface MergePlan {
  /** G... or M... */
  readonly to: string;
  readonly memo: string;
  /** The bid for one operation, in stroops. */
  readonly bid: bigint;
}

/** What is left in the user's wallet. With a session, the wallet is taken for its transaction: no payment can begin meanwhile. */
export async function readRest({ database }: Runtime, userId: number, session?: ClientSession): Promise<WalletRest> {
  const options = session ? { session } : {};
  const found = await accountCollection(database).findOne({ userId, role: "wallet" }, options);
  const account = found && session ? await takeAccount(database, session, found._id) : found;
  if (!account) return { xlm: 0n, refusals: [] };
  const { _id: address, lines } = account;
  const underWay = await submissionCollection(database).findOne(
    {
      $or: [
        { account: address, isReserving: true },
        { account: address, state: { $nin: [...FINAL_STATES] } },
        { "steps.to": address, state: { $nin: [...FINAL_STATES] } },
      ],
    },
    options,
  );
  // The account sponsors the entry of what it set aside, and cannot be merged while it does.
  const setAside = await claimableCollection(database).findOne({ userId, from: address, state: "open" }, options);
  const refusals: AppError[] = [];
  if (setAside) refusals.push(new AppError("close-set-aside-open"));
  if (underWay) refusals.push(new AppError("close-payments-open"));
  const shares = await shareCollection(database).find({ userId, deleted: false }, options).toArray();
  if (shares.some(({ shares: held }) => parseAmount(held) > 0n)) refusals.push(new AppError("close-pool-shares"));
  const isOffering = [account, ...lines].some(({ selling, buying }) => selling !== "0" || buying !== "0");
  if (isOffering) refusals.push(new AppError("close-offers-open"));
  const assets = lines.filter(({ balance }) => balance !== "0").map(({ assetCode }) => assetCode);
  if (assets.length > 0) refusals.push(new AppError("close-assets-left", { assets: assets.join(", ") }));
  return { xlm: BigInt(account.balance), refusals };
}

/**
 * Finds out whether the rest can go there; nothing is recorded. Every rule of sending holds. Throws its refusals,
 * `recipient-unknown`, `address-malformed`, `recipient-is-self`, `memo-too-long`, `memo-required`, `close-destination-missing` and
 * `network-unreachable`.
 */
export async function planMerge(
  { runtime, network }: { readonly runtime: Runtime; readonly network: StellarNetwork },
  userId: number,
  { to, memo, xlm }: { readonly to: string; readonly memo: string; readonly xlm: bigint },
): Promise<MergePlan> {
  const { address } = await findRecipient(runtime, to, null);
  const account = await accountCollection(runtime.database).findOne({ userId, role: "wallet" });
  if (account) checkNotSelf(account._id, address);
  checkMemo({ type: "text", text: memo });
  const [facts, bid] = await Promise.all([lookUpRecipient(network, address, NATIVE), reach(network.feeBid())]);
  if (!facts.exists) throw new AppError("close-destination-missing");
  checkMemoRequired(address, { type: "text", text: memo }, facts);
  await checkPolicy(runtime, userId, { to: address, memo, amount: xlm });
  return { to: address, memo, bid };
}

interface Rest {
  readonly to: string;
  readonly memo: string;
  readonly amount: bigint;
}

async function checkPolicy(runtime: Runtime, userId: number, { to, memo, amount }: Rest): Promise<boolean> {
  const subject = { userId, to, memo: { type: "text", text: memo }, asset: NATIVE, amount } as const;
  const { facts, needsApproval } = await readPolicy(runtime, subject);
  const [refusal] = [...payerRefusals(facts), ...paymentRefusals(facts)];
  if (refusal) throw new AppError(refusal.code, refusal.facts);
  return needsApproval;
}

/**
 * Records the transaction that removes the empty trustlines and merges the account, within the transaction that has taken
 * the wallet; all its XLM is kept back for it. The house pays the network where the wallet has nothing beside its reserve.
 * Answers with the submission's number. Throws `fee-balance-too-low`.
 */
export async function submitMerge(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  { to, memo, bid }: MergePlan,
): Promise<number> {
  const { database } = runtime;
  const account = await accountCollection(database).findOne({ userId, role: "wallet" }, { session });
  if (!account?.exists) throw new AppError("wallet-not-ready");
  const spare = spendableOf(account, NATIVE, NOTHING);
  const shares = await shareCollection(database).find({ userId, deleted: false }, { session }).toArray();
  const steps = stepsOf(account, shares, to);
  const { fee, feePayer } = await networkFee(runtime, { bid, operations: steps.length, spare });
  if (feePayer === null && spare < fee)
    throw new AppError("fee-balance-too-low", { fee: formatAmountShort(fee - spare) });
  if (feePayer !== null) await spendFeeBudget(runtime, session, fee);
  const needsApproval = await checkPolicy(runtime, userId, { to, memo, amount: BigInt(account.balance) });
  const idempotencyKey = `close-${randomBytes(16).toString("base64url")}`;
  const draft = {
    userId,
    idempotencyKey,
    fingerprint: idempotencyKey,
    kind: "send" as const,
    account: account._id,
    steps,
    memo,
    holds: [{ ...NATIVE, amount: String(spare) }],
    fee: String(fee),
    feePayer,
    viaChannel: false,
  };
  const { id } = await insertSubmission(runtime, session, draft, needsApproval ? "held" : "created");
  await refreshBalances(database, session, account);
  return id;
}

/** Lines to shares of pools go first: they need those to the assets. */
function stepsOf({ _id: source, lines }: AccountDocument, shares: readonly ShareDocument[], to: string): Step[] {
  const pools = shares.map(({ assetA, assetB }): Step => {
    return { type: "pool_untrust", source, assetA: assetOfKey(assetA), assetB: assetOfKey(assetB) };
  });
  const removals = lines.map(({ assetCode, issuer }): Step => ({ type: "remove_trust", source, assetCode, issuer }));
  return [...pools, ...removals, { type: "account_merge", source, to }];
}

/** A wallet that nobody has funded yet stays unfunded. */
export async function forgetSetup({ database }: Runtime, session: ClientSession, userId: number): Promise<void> {
  await database.collection<WalletSetup>(WALLET_SETUPS).deleteMany({ userId, state: "waiting" }, { session });
}
