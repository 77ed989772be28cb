import { StrKey } from "@stellar/stellar-sdk";
import { AppError } from "#schemas/errors.ts";
import { isDigitsAlone } from "#schemas/values/names.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { readExact } from "#schemas/all-submissions.ts";
import type { SuspenseListOutput, SuspenseOutput, SuspenseQuery } from "#schemas/suspense.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { type ListSearch, pageOf } from "#server/platform/lists/list-search.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { settleSuspense, suspenseCollection, type SuspenseItem } from "#server/platform/ingest/suspense-items.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { findUsersById, findUsersByName, type UserDocument } from "#server/users/index.ts";

const PAGE = 100;

/** A page of what is not settled yet, oldest first. */
export async function listItems(runtime: Runtime, { after, ...filters }: SuspenseQuery): Promise<SuspenseListOutput> {
  const { rows, next } = await pageOf(await searchItems(runtime, filters), after, PAGE);
  return { items: [...rows], next };
}

/** What is not settled yet, the oldest first: a hash or an address is found by an index, a number or a word in each of them. */
export async function searchItems(
  runtime: Runtime,
  { find, rows }: Omit<SuspenseQuery, "after">,
): Promise<ListSearch<SuspenseItem, SuspenseOutput>> {
  await settleSuspense(runtime.database);
  const text = rows ? "" : find.trim();
  const exact = readExact(text);
  const isLookedThrough = text !== "" && (exact === null || exact.by === "id");
  return {
    collection: suspenseCollection(runtime.database),
    within: { isSettled: false },
    ways: rows
      ? [{ hint: "id_1", found: { id: { $in: [...rows] } } }]
      : exact?.by === "hash"
        ? [{ hint: "hash_1", found: { hash: exact.hash } }]
        : exact?.by === "address"
          ? (["from", "to"] as const).map((field) => ({ hint: `${field}_1_id_1`, found: { [field]: exact.address } }))
          : [{ hint: "isSettled_1_id_1", found: {} }],
    order: "oldest",
    ...(isLookedThrough && { meant: (found) => Promise.resolve(found.filter((item) => has(item, text))) }),
    describe: (found) => describeItems(runtime, found),
  };
}

/** A number is that of an item, of whom it is for, or a memo. */
function has({ id, memo, from, to, hash, assetCode, userId }: SuspenseItem, text: string): boolean {
  const named = to.startsWith("M") ? numberIn(to) : null;
  if (readExact(text)?.by === "id") return [id, userId, named].includes(Number(text)) || memo === text;
  return hasWords([memo, from, to, hash, assetCode], text);
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
  const whomFor = await readOwners(runtime, items);
  return items.map((item) => describe(item, byId.get(item.submissionId ?? 0), whomFor(item)));
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

/** Whom items say that they are for, all looked up at once. */
async function readOwners(
  runtime: Runtime,
  items: readonly SuspenseItem[],
): Promise<(item: SuspenseItem) => number | null> {
  const memos = items.map(({ memo }) => memo).filter((memo) => memo.trim() !== "");
  const [users, named] = await Promise.all([
    findUsersById(runtime, [...new Set(items.flatMap(numbersIn))]),
    findUsersByName(runtime, [...new Set(memos)]),
  ]);
  const byId = new Map(users.map((user) => [user.id, user]));
  return (item) => {
    const numbered = numbersIn(item).flatMap((number) => byId.get(number) ?? []);
    return whomFor(item, numbered, named.get(item.memo) ?? null);
  };
}

/**
 * Whom an item says that it is for: by a number, within a muxed address or as the memo, or by a name or user ID as the memo.
 * Null where it says nothing, or what could mean two.
 */
function whomFor(
  item: SuspenseItem,
  numbered: readonly UserDocument[],
  named: UserDocument | "ambiguous" | null,
): number | null {
  if (named === "ambiguous") return null;
  const [user, ...others] = named === null ? numbered : [...numbered, named];
  if (!user || user.closedAt !== undefined || others.some(({ id }) => id !== user.id)) return null;
  // An ID of digits alone, of the time when there were such, is as likely a number of somebody else's.
  return isDigitsAlone(item.memo) && !numbersIn(item).includes(user.id) ? null : user.id;
}

/** The numbers of users that an item names. */
function numbersIn({ to, memo }: SuspenseItem): number[] {
  return [...(to.startsWith("M") ? [numberIn(to)] : []), ...(/^\d{1,15}$/.test(memo) ? [Number(memo)] : [])];
}

/** The number that a muxed address names; 0, which is nobody's, where it is beyond all of ours. */
function numberIn(muxed: string): number {
  const number = Number(Buffer.from(StrKey.decodeMed25519PublicKey(muxed).slice(32)).readBigUInt64BE());
  return Number.isSafeInteger(number) ? number : 0;
}
