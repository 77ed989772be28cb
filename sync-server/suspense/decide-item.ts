import type { ClientSession } from "mongodb";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { type Act, type Approvals, type CarryOut, noteAct, refuseOwn } from "#server/approvals/index.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { houseAccounts, type HousePurpose } from "#server/platform/house/accounts.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { walletOfUser } from "#server/platform/ingest/wallet-of-user.ts";
import { SUSPENSE_KIND, suspenseCollection, type SuspenseItem } from "#server/platform/ingest/suspense-items.ts";
import { assertRowSealed, isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { isNative } from "#server/platform/network/assets.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { isUnpaid, submissionCollection } from "#server/platform/submissions/submission.ts";
import { readItem } from "./list-items.ts";

export interface SuspenseDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
}

interface Decision {
  readonly state: "claimed" | "returned";
  /** Whom it is claimed for. */
  readonly userId: number | null;
  /** Whose account it is about, if any of ours. */
  readonly subject: number | null;
  readonly to: string;
  readonly memo: string;
}

/**
 * Pays an item on to the user it was meant for, once; to anybody but whom its payer named it is proposed. Throws
 * `suspense-unknown`, `suspense-decided`, `user-unknown`, `approval-own` for oneself or what one paid in oneself,
 * `proposal-open`, `operator-frozen`, and what {@link payFromHouse} throws.
 */
export async function claimItem(
  deps: SuspenseDeps,
  approvals: Approvals,
  id: number,
  { operatorId, userId, reason }: { readonly operatorId: number; readonly userId: number; readonly reason: string },
): Promise<ProposalOutput | null> {
  const { assetCode, issuer, amount, from } = await findItem(deps, id);
  refuseOwn(operatorId, userId, "approval-own");
  await walletOf(deps, userId);
  const money = { assetCode, issuer, amount: formatAmount(BigInt(amount)), from };
  const content = { kind: "claim-suspense" as const, itemId: id, userId, ...money };
  return approvals.decide({ content, operatorId, reason });
}

/** Paying an item on: to whom its payer named on one operator's word, to anybody else on two. */
export function claimAct(deps: SuspenseDeps, kick: () => void): Act<ContentOf<"claim-suspense">> {
  const { database } = deps.runtime;
  return {
    subject: ({ itemId }) => `suspense ${itemId}`,
    about: async ({ userId, from }, session) => {
      const payer = await accountCollection(database).findOne({ _id: accountOf(from), role: "wallet" }, { session });
      return payer ? [userId, payer.userId] : [userId];
    },
    ownCode: "approval-own",
    says: ({ itemId, userId, amount, assetCode, from }) =>
      `Item ${itemId}, ${amount} ${assetCode} from ${from}, is paid on to user ${userId}.`,
    whySecond: async ({ itemId, userId }) => {
      const { suggestedUserId } = await readItem(deps.runtime, itemId);
      return suggestedUserId === userId ? null : "Its payer named nobody, or somebody else.";
    },
    prepare: async ({ itemId, userId }) => {
      const item = await findItem(deps, itemId);
      const to = await walletOf(deps, userId);
      return prepareDecision(deps, item, { state: "claimed", userId, subject: userId, to, memo: `Received ${itemId}` });
    },
    afterwards: kick,
  };
}

/** Pays an item back to where it came from, once. Throws like {@link claimItem}. */
export async function returnItem(
  deps: SuspenseDeps,
  approvals: Approvals,
  id: number,
  { operatorId, reason }: { readonly operatorId: number; readonly reason: string },
): Promise<ProposalOutput | null> {
  const { assetCode, issuer, amount, from } = await findItem(deps, id);
  const money = { assetCode, issuer, amount: formatAmount(BigInt(amount)), from };
  return approvals.decide({ content: { kind: "return-suspense", itemId: id, ...money }, operatorId, reason });
}

/** Paying an item back: whatever it was, to whoever sent it on the ledger, so that one operator's word is enough. */
export function returnAct(deps: SuspenseDeps, kick: () => void): Act<ContentOf<"return-suspense">> {
  const { database } = deps.runtime;
  const payerOf = (from: string, session: ClientSession | null) =>
    accountCollection(database).findOne({ _id: accountOf(from), role: "wallet" }, inSession(session));
  return {
    subject: ({ itemId }) => `suspense ${itemId}`,
    about: async ({ from }, session) => {
      const payer = await payerOf(from, session);
      return payer ? [payer.userId] : [];
    },
    ownCode: "approval-own",
    says: ({ itemId, amount, assetCode, from }) => `Item ${itemId}, ${amount} ${assetCode}, goes back to ${from}.`,
    whySecond: () => Promise.resolve(null),
    prepare: async ({ itemId }) => {
      const item = await findItem(deps, itemId);
      const subject = (await payerOf(item.from, null))?.userId ?? null;
      const memo = `Return ${itemId}`;
      return prepareDecision(deps, item, { state: "returned", userId: null, subject, to: item.from, memo });
    },
    afterwards: kick,
  };
}

/** The wallet's address. Throws `user-unknown`. */
async function walletOf({ runtime }: SuspenseDeps, userId: number): Promise<string> {
  const wallet = await walletOfUser(runtime, userId, null);
  if (!wallet) throw new AppError("user-unknown");
  return wallet._id;
}

async function findItem({ runtime }: SuspenseDeps, id: number): Promise<SuspenseItem> {
  const item = await suspenseCollection(runtime.database).findOne({ id });
  if (!item) throw new AppError("suspense-unknown");
  if (isRowSealed(runtime.database, SUSPENSE_KIND, item)) return item;
  await tellForged(runtime, `suspense item ${id}`, { suspenseId: id });
  throw new AppError("suspense-unknown");
}

/**
 * What notes the decision and begins its payment in one transaction: of two decisions at once one conflicts, runs again and
 * finds the item decided. Only after its payment failed may an item be decided again, with a payment of its own.
 */
export async function prepareDecision(
  { runtime, network }: SuspenseDeps,
  item: SuspenseItem,
  decision: Decision,
): Promise<CarryOut> {
  const { database, clock } = runtime;
  const { to, state, userId, subject, memo } = decision;
  const from = await purposeOf(runtime, item.account);
  const account = accountOf(to);
  const [fee, { accounts }] = await Promise.all([
    network.feeBid(),
    network.holdings([{ address: account, assets: [] }]),
  ]).catch((cause: unknown) => {
    if (!(cause instanceof NetworkError)) throw cause;
    throw new AppError("network-unreachable", {}, { cause });
  });
  const isNewAccount = !accounts.has(account) && isNative(item);
  return async (session, by) => {
    const { id, assetCode, issuer, amount } = item;
    const action = state === "claimed" ? "claim-suspense" : "return-suspense";
    const details = `item ${id}: ${formatAmount(BigInt(amount))} ${assetCode} to ${to}`;
    const current = await takeUndecided(runtime, session, id);
    const told = { before: { item: id, state: current.state }, after: { item: id, state, to } };
    await noteAct(runtime, session, by, { action, userId: subject, details, change: told });
    const attempts = current.attempts + 1;
    const submission = await payFromHouse(runtime, session, {
      from,
      to: isNewAccount ? account : to,
      asset: { assetCode, issuer },
      amount: BigInt(amount),
      memo,
      key: `suspense-${id}-${attempts}`,
      ledgerKey: `suspense ${current.operationId} ${current.account}`,
      kind: "refund",
      knownSince: current.knownSince ?? null,
      fee,
      isNewAccount,
    });
    const decided = { decidedBy: by.operatorId, decidedAt: clock.now(), submissionId: submission.id };
    const change = { state, userId, ...decided, attempts };
    const seal = sealRow(database, SUSPENSE_KIND, { ...current, ...change });
    await suspenseCollection(database).updateOne({ id }, { $set: { ...change, seal } }, { session });
  };
}

/** Takes an item for this transaction, so that nobody else decides it at once. Throws `suspense-decided`. */
async function takeUndecided({ database }: Runtime, session: ClientSession, id: number): Promise<SuspenseItem> {
  const item = await suspenseCollection(database).findOneAndUpdate(
    { id },
    { $inc: { version: 1 } },
    { session, returnDocument: "after" },
  );
  if (!item) throw new AppError("suspense-unknown");
  assertRowSealed(database, SUSPENSE_KIND, item, id);
  if (item.state === "open") return item;
  const payment = await submissionCollection(database).findOne({ id: item.submissionId ?? 0 }, { session });
  if (!payment || !isUnpaid(payment)) throw new AppError("suspense-decided");
  return item;
}

async function purposeOf({ database }: Runtime, address: string): Promise<HousePurpose> {
  for (const [purpose, own] of await houseAccounts(database)) if (own === address) return purpose;
  throw new Error(`${address} is no account of the house`);
}
