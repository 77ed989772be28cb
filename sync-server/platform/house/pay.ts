import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { spendableOf } from "#server/platform/ingest/spendable.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import { reservationsOf } from "#server/platform/submissions/reservations.ts";
import {
  HOUSE_USER,
  type SubmissionDocument,
  submissionCollection,
  type SubmissionKind,
} from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { houseAccount, type HousePurpose } from "./accounts.ts";
import { refuseBeyondBudget } from "./daily-budgets.ts";

/** A payment by the house. */
export interface HousePayment {
  readonly from: HousePurpose;
  /** G... or M... */
  readonly to: string;
  readonly asset: AssetName;
  /** Stroops. */
  readonly amount: bigint;
  readonly memo: string;
  /** What it settles, such as `deposit-17`: a second payment with the same key is the first one. */
  readonly key: string;
  /** What it settles by a name that no restore gives out again, where the key has a number of ours in it. */
  readonly ledgerKey?: string;
  readonly kind: SubmissionKind;
  /**
   * Since when it has been known what this settles: something may have been signed for it ever since, whatever rows there are. Null
   * for what has not been known before.
   */
  readonly knownSince: Date | null;
  /** The most that the network may charge, in stroops; the channel pays it. */
  readonly fee: bigint;
  /** What the same transaction pays of the same asset to others. */
  readonly beside?: readonly { readonly to: string; readonly amount: bigint }[];
  /** Whether the recipient has no account yet. */
  readonly isNewAccount?: boolean;
}

/**
 * Records a payment from a house account within the caller's transaction, once per key; the worker carries it out through
 * a channel. Throws `wallet-not-ready` before the house has its accounts, `balance-too-low`, and
 * `house-budget-used`.
 */
export async function payFromHouse(
  context: { readonly database: Database; readonly clock: Clock },
  session: ClientSession,
  payment: HousePayment,
): Promise<SubmissionDocument> {
  const { database } = context;
  const { asset, to, key, beside = [] } = payment;
  const amount = beside.reduce((sum, each) => sum + each.amount, payment.amount);
  const former = await submissionCollection(database).findOne({ userId: HOUSE_USER, idempotencyKey: key }, { session });
  if (former) return former;
  const house = await houseAccount(database, payment.from, session);
  const account = house && (await takeAccount(database, session, house._id));
  if (!account?.exists) throw new AppError("wallet-not-ready");
  const free = spendableOf(account, asset, await reservationsOf(database, session, account._id));
  if (amount > free)
    throw new AppError("balance-too-low", { spendable: formatAmountShort(free), assetCode: asset.assetCode });
  // What people staked is theirs: no budget of the house has it wait.
  if (payment.from !== "staking") await refuseBeyondBudget(context, session, payment.from, { ...asset, amount });
  const source = account._id;
  return insertSubmission(context, session, {
    userId: HOUSE_USER,
    idempotencyKey: key,
    ...(payment.ledgerKey !== undefined && { ledgerKey: payment.ledgerKey }),
    fingerprint: "",
    kind: payment.kind,
    ...(payment.knownSince && { knownSince: payment.knownSince }),
    account: source,
    steps: [
      payment.isNewAccount === true
        ? { type: "create_account", source, to, amount: String(payment.amount) }
        : { type: "payment", source, to, ...asset, amount: String(payment.amount) },
      ...beside.map((each) => ({
        type: "payment" as const,
        source,
        to: each.to,
        ...asset,
        amount: String(each.amount),
      })),
    ],
    memo: payment.memo,
    holds: [{ ...asset, amount: String(amount) }],
    fee: String(payment.fee),
    feePayer: null,
    viaChannel: true,
  });
}
