import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AutomationDocument, signalCollection, TRADING_SIGNALS } from "./store.ts";

/** Signals of one automation that are kept, the latest. */
export const SIGNALS_KEPT = 1000;
/** Dropped ones of one person that are remembered, for devices that missed it. */
const MOST_GRAVES = 2000;
const BATCH = 200;

/** Drops the signals of an automation from before a time (by which its days were played again) beyond those that are kept, and forgets most of what was dropped. */
export async function pruneSignals(
  { database }: Pick<Runtime, "database">,
  { id, userId }: Pick<AutomationDocument, "id" | "userId">,
  before: Date,
): Promise<void> {
  const signals = signalCollection(database);
  const own = { automatedTradingId: id, deleted: false };
  const [newest] = await signals
    .find(own, { projection: { id: 1 }, sort: { id: -1 }, skip: SIGNALS_KEPT, limit: 1 })
    .toArray();
  const old = { ...own, id: { $lte: newest?.id ?? 0 }, candleAt: { $lt: before } };
  for (;;) {
    const surplus = await signals.find(old, { projection: { uid: 1 }, limit: BATCH }).toArray();
    if (surplus.length === 0) break;
    const writes = surplus.map(({ uid }) => ({ uid, fields: {}, deleted: true }));
    await database.transaction((session) => putReplicated(database, session, TRADING_SIGNALS, userId, writes));
  }
  const [last] = await signals
    .find(
      { userId, deleted: true },
      { projection: { revision: 1 }, sort: { revision: -1 }, skip: MOST_GRAVES, limit: 1 },
    )
    .toArray();
  // Not fenced, and harmless late: what is forgotten was dropped before.
  if (last) await signals.deleteMany({ userId, deleted: true, revision: { $lte: last.revision } });
}
