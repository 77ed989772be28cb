import { StrKey } from "@stellar/stellar-sdk";
import { AppError } from "#schemas/errors.ts";
import { isDigitsAlone } from "#schemas/values/names.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import { inParts } from "#server/platform/db/in-parts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { settleSuspense, suspenseCollection, type SuspenseItem } from "#server/platform/ingest/suspense-items.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { findUserById, findUserByName, type UserDocument } from "#server/users/index.ts";

const MOST_SHOWN = 200;

/** What is not settled yet, oldest first. */
export async function listItems(runtime: Runtime): Promise<SuspenseOutput[]> {
  const { database } = runtime;
  await settleSuspense(database);
  const items = await suspenseCollection(database)
    .find({ isSettled: false }, { sort: { id: 1 }, limit: MOST_SHOWN })
    .toArray();
  return describeItems(runtime, items);
}

/** The same, all of it, some at a time. */
export async function* eachItem(runtime: Runtime): AsyncGenerator<readonly SuspenseOutput[]> {
  await settleSuspense(runtime.database);
  for await (const part of inParts(suspenseCollection(runtime.database), { isSettled: false }))
    yield await describeItems(runtime, part);
}

/** Throws `suspense-unknown`. */
export async function readItem(runtime: Runtime, id: number): Promise<SuspenseOutput> {
  const item = await suspenseCollection(runtime.database).findOne({ id });
  const [described] = item ? await describeItems(runtime, [item]) : [];
  if (!described) throw new AppError("suspense-unknown");
  return described;
}

async function describeItems(runtime: Runtime, items: readonly SuspenseItem[]): Promise<SuspenseOutput[]> {
  const ids = items.flatMap(({ submissionId }) => (submissionId === null ? [] : [submissionId]));
  const submissions = await submissionCollection(runtime.database)
    .find({ id: { $in: ids } })
    .toArray();
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const meant = await Promise.all(items.map((item) => whomFor(runtime, item)));
  return items.map((item, index) => describe(item, byId.get(item.submissionId ?? 0), meant[index] ?? null));
}

function describe(
  item: SuspenseItem,
  submission: SubmissionDocument | undefined,
  suggestedUserId: number | null,
): SuspenseOutput {
  const { id, operationId, assetCode, issuer, from, to, memo, ledger, hash, state, userId } = item;
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
    suggestedUserId,
    payment: submission ? { submissionId: submission.id, state: submission.state, reason: submission.reason } : null,
  };
}

/**
 * Whom an item says that it is for: by a number, within a muxed address or as the memo, or by a name or user ID as the memo.
 * Null where it says nothing, or what could mean two.
 */
async function whomFor(runtime: Runtime, { to, memo }: SuspenseItem): Promise<number | null> {
  const numbers = [...(to.startsWith("M") ? [numberIn(to)] : []), ...(/^\d{1,15}$/.test(memo) ? [Number(memo)] : [])];
  const users = await Promise.all([
    ...numbers.map((number) => findUserById(runtime, number)),
    ...(memo.trim() === "" ? [] : [namedBy(runtime, memo)]),
  ]);
  if (users.includes("ambiguous")) return null;
  const [user, ...others] = users.filter((found) => found !== null && found !== "ambiguous");
  if (!user || user.closedAt !== undefined || others.some(({ id }) => id !== user.id)) return null;
  // An ID of digits alone, of the time when there were such, is as likely a number of somebody else's.
  return isDigitsAlone(memo) && !numbers.includes(user.id) ? null : user.id;
}

async function namedBy(runtime: Runtime, memo: string): Promise<UserDocument | "ambiguous" | null> {
  try {
    return await findUserByName(runtime, memo);
  } catch (error) {
    if (error instanceof AppError && error.code === "recipient-ambiguous") return "ambiguous";
    throw error;
  }
}

/** The number that a muxed address names; 0, which is nobody's, where it is beyond all of ours. */
function numberIn(muxed: string): number {
  const number = Number(Buffer.from(StrKey.decodeMed25519PublicKey(muxed).slice(32)).readBigUInt64BE());
  return Number.isSafeInteger(number) ? number : 0;
}
