import type { ClientSession } from "mongodb";
import type { InferOutput } from "valibot";
import type { AwaitsApproval, ContentOf } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import type { HouseTransfer, HouseTransferInput, HouseTransferOutput } from "#schemas/treasury.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { type Act, type Approvals, noteAct } from "#server/approvals/index.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { refuseBeyondBudget } from "#server/platform/house/daily-budgets.ts";
import { payFromHouse } from "#server/platform/house/pay.ts";
import { type AccountDocument, accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { lineOf, spendableOf } from "#server/platform/ingest/spendable.ts";
import { assetKey, isNative } from "#server/platform/network/assets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import { HOUSE_USER, type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import type { TreasuryDeps } from "./deps.ts";
import { owedByHouse, owedKey } from "./owed.ts";

type Content = ContentOf<"move-house-money">;

/**
 * Moves money between two accounts of the house, once for each confirmation: who asks again with the same key gets the same
 * payment. Throws `amount-not-positive`, `idempotency-key-reused`, `proposal-open`, `operator-frozen`, and what {@link transferAct}
 * throws.
 */
export async function moveHouseMoney(
  deps: TreasuryDeps,
  approvals: Approvals,
  operatorId: number,
  { idempotencyKey: key, reason, ...transfer }: InferOutput<typeof HouseTransferInput>,
): Promise<HouseTransferOutput | AwaitsApproval> {
  const { database, clock } = deps.runtime;
  if (parseAmount(transfer.amount) === 0n) throw new AppError("amount-not-positive");
  const known = await paymentOf(deps, key, null);
  if (known) return sameOrReused(deps, known, transfer);
  const addresses = await houseAccounts(database);
  const [from, to] = await Promise.all(
    [transfer.from, transfer.to].map((purpose) =>
      accountCollection(database).findOne({ _id: addresses.get(purpose) ?? "" }),
    ),
  );
  await refuseUnpayable(deps, { from, to, transfer }, null);
  const content = { kind: "move-house-money", ...transfer, key, askedAt: clock.now().toISOString() } as const;
  const proposal = await approvals.decide({ content, operatorId, reason });
  if (proposal) return { proposal };
  const made = await paymentOf(deps, key, null);
  if (!made) throw new Error(`transfer ${key} left no payment`);
  return { submissionId: made.id, state: made.state };
}

/**
 * A transfer within the house. By its rule one operator brings fees into the treasury, and two do all else: an account that pays
 * for people could be emptied.
 * Throws `wallet-not-ready`, `balance-too-low`, `house-money-owed`, `house-budget-used`, `recipient-trustline-missing`,
 * `recipient-not-authorized`, `recipient-full`, `network-unreachable`.
 */
export function transferAct(deps: TreasuryDeps, kick: () => void): Act<Content> {
  const { runtime, network } = deps;
  return {
    subject: ({ key }) => `transfer ${key}`,
    about: () => Promise.resolve([]),
    says: ({ amount, assetCode, from, to }) => `${amount} ${assetCode} of the house goes from ${from} to ${to}.`,
    whySecond: ({ from, to }) =>
      Promise.resolve(
        from === "fees" && to === "treasury" ? null : "It takes money from an account that pays for people.",
      ),
    prepare: async (content) => {
      const fee = await network.feeBid().catch((cause: unknown) => {
        if (!(cause instanceof NetworkError)) throw cause;
        throw new AppError("network-unreachable", {}, { cause });
      });
      return async (session, by) => {
        const former = await paymentOf(deps, content.key, session);
        // It was asked for twice at once: the first one counts.
        if (former) return void (await sameOrReused(deps, former, content));
        const { amount, assetCode, issuer, from, to } = content;
        const details = `${amount} ${assetCode} from ${from} to ${to}`;
        const change = { before: null, after: { transfer: content.key, from, to, assetCode, issuer, amount } };
        await noteAct(runtime, session, by, { action: "move-house-money", userId: null, details, change });
        const target = await takeForTransfer(deps, content, session);
        await payFromHouse(runtime, session, {
          from,
          to: target,
          asset: { assetCode, issuer },
          amount: parseAmount(amount),
          memo: "",
          key: paymentKey(content.key),
          kind: "house",
          knownSince: new Date(content.askedAt),
          fee,
        });
      };
    },
    afterwards: kick,
  };
}

/** Takes both accounts for this transaction, so that nothing else decides over the same money, and answers with where it goes. */
async function takeForTransfer(deps: TreasuryDeps, transfer: HouseTransfer, session: ClientSession): Promise<string> {
  const { database } = deps.runtime;
  const addresses = await houseAccounts(database);
  const from = await takeAccount(database, session, addresses.get(transfer.from) ?? "");
  const to = await takeAccount(database, session, addresses.get(transfer.to) ?? "");
  await refuseUnpayable(deps, { from, to, transfer }, session);
  return to?._id ?? "";
}

interface Planned {
  readonly from: AccountDocument | null | undefined;
  readonly to: AccountDocument | null | undefined;
  readonly transfer: HouseTransfer;
}

/** What keeps it from being paid now: nobody proposes, and nothing carries out, what cannot be. */
async function refuseUnpayable(
  { runtime: { database, clock } }: TreasuryDeps,
  { from, to, transfer }: Planned,
  session: ClientSession | null,
): Promise<void> {
  if (!from?.exists || !to?.exists) throw new AppError("wallet-not-ready");
  const { assetCode, issuer } = transfer;
  const [asset, amount] = [{ assetCode, issuer }, parseAmount(transfer.amount)];
  const spendable = spendableOf(from, asset, await reservationsOf(database, session, from._id));
  if (amount > spendable) throw new AppError("balance-too-low", { spendable: formatAmountShort(spendable), assetCode });
  const owed = await owedByHouse(database, await houseAccounts(database), session);
  const own = spendable - (owed.get(owedKey(from._id, assetKey(asset))) ?? 0n);
  if (amount > own)
    throw new AppError("house-money-owed", { spendable: formatAmountShort(own > 0n ? own : 0n), assetCode });
  await refuseBeyondBudget({ database, clock }, session, transfer.from, { ...asset, amount });
  if (!isNative(asset)) refuseUndeliverable(to, transfer, amount);
}

function refuseUndeliverable(to: AccountDocument, { assetCode, issuer }: HouseTransfer, amount: bigint): void {
  const line = lineOf(to, { assetCode, issuer });
  if (!line) throw new AppError("recipient-trustline-missing", { assetCode });
  if (!line.isAuthorized) throw new AppError("recipient-not-authorized", { assetCode });
  if (BigInt(line.limit) - BigInt(line.balance) - BigInt(line.buying) < amount)
    throw new AppError("recipient-full", { assetCode });
}

function paymentKey(key: string): string {
  return `transfer-${key}`;
}

function paymentOf({ runtime: { database } }: TreasuryDeps, key: string, session: ClientSession | null) {
  const own = { userId: HOUSE_USER, idempotencyKey: paymentKey(key) };
  return submissionCollection(database).findOne(own, session ? { session } : {});
}

/** What a confirmation's payment is. Throws `idempotency-key-reused` where it was for something else. */
async function sameOrReused(
  { runtime: { database } }: TreasuryDeps,
  { id, state, account, steps }: SubmissionDocument,
  { from, to, assetCode, issuer, amount }: HouseTransfer,
): Promise<HouseTransferOutput> {
  const addresses = await houseAccounts(database);
  const [step] = steps;
  const isSame =
    account === addresses.get(from) &&
    step?.type === "payment" &&
    step.to === addresses.get(to) &&
    assetKey(step) === assetKey({ assetCode, issuer }) &&
    step.amount === String(parseAmount(amount));
  if (!isSame) throw new AppError("idempotency-key-reused");
  return { submissionId: id, state };
}
