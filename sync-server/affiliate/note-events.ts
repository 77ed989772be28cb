import type { ClientSession } from "mongodb";
import { takeIds } from "#server/platform/db/ids.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { OwnedMovement } from "#server/platform/ingest/tell-receivers.ts";
import type { IngestPart } from "#server/platform/ingest/parts.ts";
import {
  EVENT_KIND,
  eventCollection,
  type EventDocument,
  EVENTS,
  programCollection,
  type StoredEvent,
} from "./store.ts";

/** Notes what people who were brought paid in fees, and their first deposit or trade, in the transaction that takes its ledger in. */
export const AFFILIATE_PART: IngestPart = {
  fold: (runtime, session) =>
    Promise.resolve({
      tell: () => Promise.resolve(),
      moved: (news) => noteEvents(runtime, session, news),
    }),
  // What ledgers did that were missed, history tells as they are read again.
  resync: () => Promise.resolve(),
  endGone: () => Promise.resolve(),
  addListed: () => Promise.resolve(),
};

async function noteEvents(runtime: Runtime, session: ClientSession, news: readonly OwnedMovement[]): Promise<void> {
  const { database } = runtime;
  const confirmed = news.filter(({ movement }) => movement.status === "confirmed");
  const mayCount = confirmed.filter(({ movement }) => kindOf(movement, movement.from) !== null);
  if (mayCount.length === 0) return;
  const treasury = (await houseAccounts(database)).get("treasury");
  const brought = await programCollection(database)
    .find(
      { userId: { $in: [...new Set(mayCount.map(({ userId }) => userId))] }, referrerId: { $ne: null } },
      { session, projection: { _id: 0, userId: 1, firstEvent: 1 } },
    )
    .toArray();
  const hadFirst = new Map(brought.map(({ userId, firstEvent }) => [userId, firstEvent !== undefined]));
  const events = mayCount.flatMap((each) => eventOf(each, treasury, hadFirst) ?? []);
  if (events.length === 0) return;
  const known = await eventCollection(database)
    .find(
      { operationId: { $in: events.map(({ operationId }) => operationId) } },
      { session, projection: { _id: 0, operationId: 1, userId: 1 } },
    )
    .toArray();
  const isKnown = new Set(known.map(keyOf));
  const fresh = [...new Map(events.map((event) => [keyOf(event), event])).values()].filter(
    (event) => !isKnown.has(keyOf(event)),
  );
  if (fresh.length === 0) return;
  const id = await takeIds(database, EVENTS, fresh.length);
  const numbered = fresh.map((event, index) => ({ ...event, id: id + index, isBooked: false }));
  await eventCollection(database).insertMany(
    numbered.map((event) => ({ ...event, seal: sealRow(database, EVENT_KIND, event) })),
    { session },
  );
}

function keyOf({ operationId, userId }: Pick<EventDocument, "operationId" | "userId">): string {
  return `${operationId} ${userId}`;
}

/** What a movement may count as; a deposit is what the treasury pays. */
function kindOf({ type, from }: OwnedMovement["movement"], treasury: string | undefined): EventDocument["kind"] | null {
  if (type === "operator_fee") return "fee";
  if (type === "trade" || type === "swap") return "first";
  return (type === "receive" || type === "create_account") && from === treasury ? "first" : null;
}

function eventOf(
  { userId, movement, transaction }: OwnedMovement,
  treasury: string | undefined,
  hadFirst: ReadonlyMap<number, boolean>,
): Omit<StoredEvent, "id" | "isBooked"> | null {
  const kind = kindOf(movement, treasury);
  const hadOne = hadFirst.get(userId);
  if (kind === null || hadOne === undefined || (kind === "first" && hadOne)) return null;
  const { operationId, amount, assetCode, issuer } = movement;
  return { operationId, userId, kind, amount: String(amount), assetCode, issuer, at: transaction.closedAt };
}
