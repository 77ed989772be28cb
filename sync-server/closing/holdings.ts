import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { type ClaimableDocument, claimableCollection } from "#server/claimables/index.ts";
import { type OrderDocument, type ShareDocument, shareCollection } from "#server/orders/index.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AccountDocument, accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";
import { openOrders } from "#server/trading/index.ts";

/** A wallet as its closing sees it: everything that is in it, or bound to it. */
export interface Holdings {
  readonly account: AccountDocument;
  readonly orders: readonly OrderDocument[];
  readonly shares: readonly ShareDocument[];
  /** What it set aside for others and they have not claimed: the wallet cannot end while it keeps the network's reserve for it. */
  readonly setAside: readonly ClaimableDocument[];
  /** What others set aside for it and it has not claimed: once it is gone, nobody can. */
  readonly unclaimed: readonly ClaimableDocument[];
  readonly isUnderWay: boolean;
}

/** What the user's wallet holds; null where there is none on the network. With a session, the wallet is taken for its transaction. */
export async function readHoldings(
  { database }: Pick<Runtime, "database">,
  userId: number,
  session: ClientSession | null,
): Promise<Holdings | null> {
  const options = inSession(session);
  const found = await accountCollection(database).findOne({ userId, role: "wallet" }, options);
  const account = found && session ? await takeAccount(database, session, found._id) : found;
  if (!account) return null;
  const { _id: address } = account;
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
  const open = { userId, state: "open" as const, deleted: false };
  const claimables = await claimableCollection(database).find(open, options).toArray();
  return {
    account,
    orders: await openOrders(database, session, userId),
    shares: await shareCollection(database).find({ userId, deleted: false }, options).toArray(),
    setAside: claimables.filter(({ from }) => from === address),
    unclaimed: claimables.filter(({ from }) => from !== address),
    isUnderWay: underWay !== null,
  };
}

/** What keeps a wallet from being emptied at the moment, whoever gets what is in it. */
export function holdingsRefusals({ setAside, isUnderWay }: Holdings): AppError[] {
  return [
    ...(setAside.length > 0 ? [new AppError("close-set-aside-open")] : []),
    ...(isUnderWay ? [new AppError("close-payments-open")] : []),
  ];
}
