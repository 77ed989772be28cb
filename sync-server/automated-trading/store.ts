import type { ClientSession, Collection } from "mongodb";
import type { AutomatedTradingRow, PairHolding, Replay, TradingSignalRow } from "#schemas/automated-trading.ts";
import type { Intent } from "#schemas/strategies/strategy.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { putReplicated, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assertRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";

type Beside = "uid" | "id" | "_deleted";

/** What a strategy wants, and the signal that told of it; null of what rests, which is told once it is met. */
export interface Wanted extends Intent {
  readonly signal: string | null;
}

/** Of one pair what is had and wanted: amounts are stroops as decimal texts, times ms since the epoch. See `schemas/strategies/book.ts`. */
export interface StoredBook {
  readonly base: string;
  readonly held: { readonly base: string; readonly quote: string };
  readonly open: readonly Wanted[];
  readonly stop: number | null;
  readonly cost: string;
  readonly coolsUntil: number;
  /** The beginning of the last candle that it took in, and its close. */
  readonly candleAt: number;
  readonly close: number;
}

/** A trade that was accepted and is not on the ledger yet. */
export interface Under {
  readonly submissionId: number;
  /** Its pair's base asset. */
  readonly base: string;
  readonly intent: Wanted;
  readonly signal: string;
  /** Of the day's limit, until it is known what it gave. */
  readonly reserved: string;
  readonly day: number;
}

/** What its trades cost as they were when its owner agreed: millionths, and stroops of quote. */
export interface StoredCosts {
  readonly feePpm: number;
  readonly flat: string;
  readonly spreadPpm: number;
  readonly depthPpm: number;
}

/** An automation: what its row says, and what carries it on. */
export interface StoredAutomation extends Omit<
  AutomatedTradingRow,
  Beside | "activationDate" | "lastTradeDate" | "startedAt" | "changedAt" | "holdings" | "replays"
> {
  readonly activationDate: Date | null;
  readonly lastTradeDate: Date | null;
  readonly startedAt: Date;
  readonly changedAt: Date;
  readonly holdings: readonly PairHolding[];
  readonly replays: readonly Replay[];
  readonly books: readonly StoredBook[];
  readonly under: Under | null;
  /** Trades that were begun: each has a key of its own. */
  readonly trades: number;
  /** The day (UTC, since the epoch) of which `spent` says what its purchases gave, in stroops of quote. */
  readonly day: number;
  readonly spent: string;
  readonly costs: StoredCosts;
  /** The rules of fees that its owner agreed to. */
  readonly feeRules: string;
  /** Of its start; null where it cost nothing. */
  readonly submissionId: number | null;
  /** The last day (UTC) that was played again. */
  readonly replayed: string;
  readonly fingerprint: string;
  /** Rises with each change: whoever changes it names what they saw. */
  readonly version: number;
  readonly seal?: string;
}
export type AutomationDocument = ReplicatedDocument & StoredAutomation;
export type AutomationFields = Partial<Omit<StoredAutomation, "version" | "changedAt">>;

export interface StoredSignal extends Omit<TradingSignalRow, Beside | "candleAt" | "executionDate"> {
  readonly candleAt: Date;
  readonly executionDate: Date | null;
}
export type SignalDocument = ReplicatedDocument & StoredSignal;

/** What a pair was shown in a day: by it the day is played again. */
export interface DayDocument {
  readonly automationId: number;
  readonly base: string;
  readonly day: string;
  /** Each candle's beginning, and what was held when it closed, before anything that it brought about. */
  readonly shown: readonly { readonly at: number; readonly base: string; readonly quote: string }[];
  readonly at: Date;
}

/** A confirmation of a change, and what it changed. */
export interface GoneOnDocument {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly uid: string;
}

export const AUTOMATIONS = "automated_trading";
export const TRADING_SIGNALS = "trading_signals";
export const LIVE = ["inactive", "active", "paused"] as const;

/** Whatever it trades by, and what it has: nobody trades with another's money by writing it. */
export const AUTOMATION_KIND: SealedKind<AutomationDocument> = {
  collection: AUTOMATIONS,
  contentOf: ({ id, userId, uid, terms, executionMode, riskAccepted, status, agreed, feeRules, ...rest }) => {
    const { books, under, trades, day, spent, costs, fingerprint, submissionId, height, version } = rest;
    const owners = { terms, executionMode, riskAccepted, agreed, feeRules, costs, fingerprint, submissionId };
    return { id, userId, uid, status, ...owners, books, under, trades, day, spent, height, version };
  },
};

export function automationCollection(database: Database): Collection<AutomationDocument> {
  return database.collection<AutomationDocument>(AUTOMATIONS);
}

export function signalCollection(database: Database): Collection<SignalDocument> {
  return database.collection<SignalDocument>(TRADING_SIGNALS);
}

export function dayCollection(database: Database): Collection<DayDocument> {
  return database.collection<DayDocument>("automation_days");
}

export function goneOnCollection(database: Database): Collection<GoneOnDocument> {
  return database.collection<GoneOnDocument>("automation_acts");
}

/** This person's automation; null where there is none. */
export function findAutomation(
  database: Database,
  { userId, uid }: Pick<AutomationDocument, "userId" | "uid">,
  session: ClientSession | null,
): Promise<AutomationDocument | null> {
  return automationCollection(database).findOne({ userId, uid, deleted: false }, inSession(session));
}

/**
 * Changes an automation, if it still is as it was seen, within the transaction of what the change goes with; answers with what it is now, null where
 * somebody was quicker. Throws `SealBrokenError` for one that was written past the server.
 */
export async function moveAutomation(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  seen: Pick<AutomationDocument, "userId" | "uid" | "version">,
  fields: AutomationFields,
): Promise<AutomationDocument | null> {
  const { userId, uid, version } = seen;
  const now = await automationCollection(database).findOne({ userId, uid }, { session });
  if (now?.version !== version) return null;
  // What was written past the server would be ours from here on.
  assertRowSealed(database, AUTOMATION_KIND, now, now.id);
  return putAutomation({ database, clock }, session, seen, { ...fields, version: version + 1 });
}

/** Writes an automation and seals it, within the transaction of what it goes with. */
export async function putAutomation(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { userId, uid }: Pick<AutomationDocument, "userId" | "uid">,
  fields: Partial<StoredAutomation>,
): Promise<AutomationDocument> {
  const changed = { ...fields, changedAt: clock.now() };
  await putReplicated(database, session, AUTOMATIONS, userId, [{ uid, fields: changed }]);
  const after = await automationCollection(database).findOne({ userId, uid }, { session });
  if (!after) throw new Error(`the automation ${uid} was not stored`);
  const seal = sealRow(database, AUTOMATION_KIND, after);
  await automationCollection(database).updateOne({ userId, uid }, { $set: { seal } }, { session });
  return { ...after, seal };
}

const DAY_SECONDS = 86_400;

export const automationIndexes: Migration = {
  number: 143,
  name: "automations, their signals and tests",
  run: async (database) => {
    for (const collection of [AUTOMATIONS, TRADING_SIGNALS])
      await database.collection(collection).createIndexes([
        { key: { id: 1 }, unique: true },
        // Of a signal: one for each automation, pair and candle, however often it is worked out.
        { key: { userId: 1, uid: 1 }, unique: true },
        { key: { userId: 1, revision: 1 }, unique: true },
      ]);
    await automationCollection(database).createIndexes([
      { key: { userId: 1, status: 1 } },
      { key: { status: 1, id: 1 } },
      { key: { "under.submissionId": 1 } },
    ]);
    await signalCollection(database).createIndexes([
      { key: { automatedTradingId: 1, candleAt: 1 } },
      { key: { automatedTradingId: 1, id: 1 } },
    ]);
    await dayCollection(database).createIndexes([
      { key: { automationId: 1, day: 1, base: 1 }, unique: true },
      { key: { at: 1 }, expireAfterSeconds: 14 * DAY_SECONDS },
    ]);
    await goneOnCollection(database).createIndex({ userId: 1, key: 1 }, { unique: true });
    await database.collection("back_tests").createIndexes([
      { key: { userId: 1, fingerprint: 1 }, unique: true },
      { key: { at: 1 }, expireAfterSeconds: 7 * DAY_SECONDS },
    ]);
  },
};
