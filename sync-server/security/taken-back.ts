import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { TakenBack } from "#schemas/security.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { orderCollection } from "#server/orders/index.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import type { TakenKind, UserSecurity } from "#server/users/index.ts";

/**
 * Something that acts for accounts by itself, and is taken back when one is frozen. Each feature that has such a thing is in the
 * list of the composition root.
 */
export interface TakerBack {
  readonly kind: TakenKind;
  /** Takes all of it back within the transaction that freezes; answers with how much there was. */
  takeBack(session: ClientSession, userId: number): Promise<number>;
  /** Which of these people still have some of it, for whatever came to be at the same moment. */
  holders(userIds: readonly number[]): Promise<readonly number[]>;
}

/** The key of a submission that takes orders back for a freezing; people's own keys have no colon. */
export function takeBackKey(userId: number, frozenAt: Date, turn: number): string {
  return `${prefixOf(userId, frozenAt)}${turn}`;
}

/** The submissions of this freezing that take orders out of the book, the first first. */
export function takingBackOf(
  { database }: Pick<Runtime, "database">,
  userId: number,
  frozenAt: Date,
  session: ClientSession | null,
): Promise<SubmissionDocument[]> {
  const prefix = prefixOf(userId, frozenAt);
  // ";" is the character after ":".
  const own = { userId, idempotencyKey: { $gte: prefix, $lt: `${prefix.slice(0, -1)};` } };
  return submissionCollection(database)
    .find(own, { sort: { id: 1 }, ...inSession(session) })
    .toArray();
}

/** What came of taking everything back, as the account's owner is told. */
export async function describeTakenBack(
  runtime: Pick<Runtime, "database">,
  { _id: userId, frozenAt, takenBack = {} }: UserSecurity,
  session: ClientSession | null,
): Promise<TakenBack> {
  const stillOpen = { userId, state: "open" as const, deleted: false };
  const open = await orderCollection(runtime.database).countDocuments(stillOpen, inSession(session));
  const own = frozenAt ? await takingBackOf(runtime, userId, frozenAt, session) : [];
  const done = own.filter(({ state, isReserving }) => state === "confirmed" && !isReserving);
  return {
    orders: new Set(done.flatMap(({ steps }) => steps.map((step) => ("offerId" in step ? step.offerId : "")))).size,
    ordersOnTheWay: open,
    standingOrders: takenBack.standingOrders ?? 0,
    payments: takenBack.payments ?? 0,
    waitsForOwner: own.some(({ state }) => state === "awaiting-signature"),
  };
}

function prefixOf(userId: number, frozenAt: Date): string {
  return `freeze:${userId}:${frozenAt.getTime()}:`;
}
