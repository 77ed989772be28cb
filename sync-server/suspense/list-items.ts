import { StrKey } from "@stellar/stellar-sdk";
import type { Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { formatAmount } from "#schemas/money.ts";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import type { Database } from "#server/platform/db/database.ts";
import { settleSuspense, suspenseCollection, type SuspenseItem } from "#server/platform/ingest/suspense-items.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";

interface NamedUser extends Document {
  readonly id: number;
  readonly uniqueUserIdKey: string;
}

const MOST_SHOWN = 200;

/** What is not settled yet, oldest first. */
export async function listItems(database: Database): Promise<SuspenseOutput[]> {
  await settleSuspense(database);
  const items = await suspenseCollection(database)
    .find({ isSettled: false }, { sort: { id: 1 }, limit: MOST_SHOWN })
    .toArray();
  return describeItems(database, items);
}

/** Throws `suspense-unknown`. */
export async function readItem(database: Database, id: number): Promise<SuspenseOutput> {
  const item = await suspenseCollection(database).findOne({ id });
  const [described] = item ? await describeItems(database, [item]) : [];
  if (!described) throw new AppError("suspense-unknown");
  return described;
}

async function describeItems(database: Database, items: readonly SuspenseItem[]): Promise<SuspenseOutput[]> {
  const ids = items.flatMap(({ submissionId }) => (submissionId === null ? [] : [submissionId]));
  const submissions = await submissionCollection(database)
    .find({ id: { $in: ids } })
    .toArray();
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const users = await database
    .collection<NamedUser>("users")
    .find(
      {
        $or: [
          { uniqueUserIdKey: { $in: items.map(({ memo }) => keyOf(memo)) } },
          { id: { $in: items.flatMap((item) => numberOf(item) ?? []) } },
        ],
      },
      { projection: { id: 1, uniqueUserIdKey: 1 } },
    )
    .toArray();
  return items.map((item) => describe(item, byId.get(item.submissionId ?? 0), users));
}

function describe(
  item: SuspenseItem,
  submission: SubmissionDocument | undefined,
  users: readonly NamedUser[],
): SuspenseOutput {
  const { id, operationId, assetCode, issuer, from, to, memo, ledger, hash, state, userId } = item;
  const meant = users.find((user) => user.uniqueUserIdKey === keyOf(memo) || user.id === numberOf(item));
  return {
    id,
    operationId,
    assetCode,
    issuer,
    amount: formatAmount(BigInt(item.amount)),
    from,
    to,
    memo,
    ledger,
    hash,
    arrivedAt: item.arrivedAt.toISOString(),
    state,
    userId,
    suggestedUserId: meant?.id ?? null,
    payment: submission ? { submissionId: submission.id, state: submission.state, reason: submission.reason } : null,
  };
}

function keyOf(memo: string): string {
  return memo.trim().normalize("NFKC").toLowerCase();
}

/** The number that the payer named: within a muxed address, or as the memo. */
function numberOf({ to, memo }: SuspenseItem): number | null {
  const named = to.startsWith("M") ? StrKey.decodeMed25519PublicKey(to).slice(32) : null;
  const number = named ? Number(Buffer.from(named).readBigUInt64BE()) : /^\d{1,15}$/.test(memo) ? Number(memo) : null;
  return number !== null && Number.isSafeInteger(number) ? number : null;
}
