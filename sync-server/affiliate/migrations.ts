import type { Migration } from "#server/platform/db/migrate.ts";
import {
  clickCollection,
  eventCollection,
  payoutCollection,
  programCollection,
  rewardCollection,
  runCollection,
  signalCollection,
  TERMS,
  PROGRAMS,
  PAYOUTS,
} from "./store.ts";

/** A click is kept so long, in seconds: its address can be told from none by the next day. */
const CLICK_SECONDS = 90 * 24 * 60 * 60;
/** What was noted has been booked long before. */
const EVENT_SECONDS = 90 * 24 * 60 * 60;
const SALT_SECONDS = 2 * 24 * 60 * 60;

export const affiliateIndexes: Migration = {
  number: 142,
  name: "the affiliate programme",
  run: async (database) => {
    for (const collection of [TERMS, PROGRAMS, PAYOUTS])
      await database.collection(collection).createIndexes([
        { key: { id: 1 }, unique: true },
        { key: { userId: 1, uid: 1 }, unique: true },
        { key: { userId: 1, revision: 1 }, unique: true },
      ]);
    await programCollection(database).createIndexes([
      { key: { userId: 1 }, unique: true },
      { key: { codes: 1 }, unique: true },
      { key: { referrerId: 1, joinedAt: 1 } },
      { key: { tellAt: 1 }, sparse: true },
      { key: { isToldAbove: 1, referrerId: 1 }, partialFilterExpression: { isToldAbove: false } },
    ]);
    await rewardCollection(database).createIndexes([
      { key: { id: 1 }, unique: true },
      // However often an event is read, it earns once at each level.
      { key: { eventId: 1, level: 1 }, unique: true },
      { key: { state: 1, affiliateId: 1, id: 1 } },
      { key: { state: 1, heldUntil: 1 } },
      { key: { affiliateId: 1, at: 1 } },
      { key: { referredId: 1, state: 1 } },
      { key: { payoutId: 1 } },
      { key: { state: 1, id: 1 } },
      { key: { userId: 1, id: 1 } },
      { key: { referredUserId: 1, id: 1 } },
      { key: { through: 1, state: 1 } },
    ]);
    await payoutCollection(database).createIndexes([
      { key: { status: 1, id: 1 } },
      { key: { runId: 1, affiliateId: 1 }, unique: true },
    ]);
    await signalCollection(database).createIndexes([
      { key: { id: 1 }, unique: true },
      { key: { affiliateId: 1, referredId: 1, kind: 1 }, unique: true },
      { key: { state: 1, id: 1 } },
    ]);
    await runCollection(database).createIndexes([
      { key: { id: 1 }, unique: true },
      // One at a time.
      { key: { state: 1 }, unique: true, partialFilterExpression: { state: "paying" } },
    ]);
    await eventCollection(database).createIndexes([
      { key: { operationId: 1, userId: 1 }, unique: true },
      { key: { isBooked: 1, id: 1 } },
      { key: { at: 1 }, expireAfterSeconds: EVENT_SECONDS },
    ]);
    await clickCollection(database).createIndexes([
      { key: { affiliateId: 1, day: 1, ipAddress: 1 }, unique: true },
      { key: { isCounted: 1 }, partialFilterExpression: { isCounted: false } },
      { key: { timestamp: 1 }, expireAfterSeconds: CLICK_SECONDS },
    ]);
    await database.collection("affiliate_salts").createIndex({ at: 1 }, { expireAfterSeconds: SALT_SECONDS });
  },
};
