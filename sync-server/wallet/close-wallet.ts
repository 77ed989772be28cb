import { randomBytes } from "node:crypto";
import { inSession } from "#server/platform/db/in-session.ts";
import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { amountText, parseAmount } from "#schemas/values/money.ts";
import { networkFee } from "#server/platform/house/network-fee.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { claimableCollection } from "#server/claimables/index.ts";
import { shareCollection, type ShareDocument } from "#server/orders/index.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import { assetOfKey, NATIVE } from "#server/platform/network/assets.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { asksMore, recordSubmission } from "#server/platform/submissions/accept.ts";
import {
  allRefusals,
  type Guard,
  type Needs,
  type Spending,
  type Verdict,
} from "#server/platform/submissions/spending.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { WALLET_SETUPS, type WalletSetup } from "#server/platform/accounts/create-wallet.ts";
import { judgeAlone } from "./guard.ts";
import { findRecipient, lookUpRecipient, reach } from "./recipient.ts";
import { checkMemo, checkMemoRequired, checkNotSelf } from "./rules.ts";

export interface MergeDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly guard: Guard;
}

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
  /** What whoever confirms it has to show: it is a payment. */
  readonly needs: Needs;
}

/** What is left in the user's wallet. With a session, the wallet is taken for its transaction: no payment can begin meanwhile. */
export async function readRest(
  { database }: Runtime,
  userId: number,
  session: ClientSession | null,
): Promise<WalletRest> {
  const options = inSession(session);
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
  { runtime, network, guard }: MergeDeps,
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
  const verdict = await judgeAlone({ runtime, guard }, userId, spendingOf(address, memo, xlm));
  refuseAny(verdict);
  return { to: address, memo, bid, needs: verdict.needs };
}

function spendingOf(to: string, memo: string, xlm: bigint): Spending {
  return { kind: "payment", to, memo: { type: "text", text: memo }, paid: { asset: NATIVE, amount: xlm } };
}

function refuseAny(verdict: Verdict): void {
  const [refusal] = allRefusals(verdict, []);
  if (refusal) throw refusal;
}

/**
 * Records the transaction that removes the empty trustlines and merges the account, within the transaction that has taken
 * the wallet; all its XLM is kept back for it. The house pays the network where the wallet has nothing beside its reserve.
 * Answers with the submission's number. Throws `fee-balance-too-low` and `spending-changed`.
 */
export async function submitMerge(
  { runtime, guard }: Pick<MergeDeps, "runtime" | "guard">,
  session: ClientSession,
  userId: number,
  { to, memo, bid, needs }: MergePlan,
): Promise<number> {
  const { database } = runtime;
  const account = await accountCollection(database).findOne({ userId, role: "wallet" }, { session });
  if (!account?.exists) throw new AppError("wallet-not-ready");
  const spare = spendableOf(account, NATIVE, NOTHING);
  const shares = await shareCollection(database).find({ userId, deleted: false }, { session }).toArray();
  const steps = stepsOf(account, shares, to);
  const { fee, feePayer } = await networkFee(runtime, { bid, operations: steps.length, spare });
  if (feePayer === null && spare < fee) throw new AppError("fee-balance-too-low", { fee: amountText(fee - spare) });
  const verdict = await guard.judge(session, userId, spendingOf(to, memo, BigInt(account.balance)));
  refuseAny(verdict);
  if (asksMore(verdict.needs, needs)) throw new AppError("spending-changed");
  const idempotencyKey = `close-${randomBytes(16).toString("base64url")}`;
  const request = { userId, idempotencyKey, fingerprint: idempotencyKey };
  const draft = {
    kind: "send" as const,
    steps,
    memo,
    holds: [{ ...NATIVE, amount: String(spare) }],
    fee: String(fee),
    feePayer,
  };
  const { id } = await recordSubmission(runtime, session, { request, draft, account, verdict });
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
