import type { Document } from "mongodb";
import { OVERVIEW_DAYS, type OverviewDay, type OverviewParts } from "#schemas/overview.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { dayName, daysAfter, lastDays } from "./days.ts";
import { MovementSums } from "./movement-sums.ts";

interface KeptDay extends Document {
  /** `2026-01-31`. */
  readonly _id: string;
  readonly counted: OverviewDay;
}

/** The day that is not over: counted on from the last ledger that was counted. */
interface Running {
  readonly day: string;
  readonly sums: MovementSums;
  ledger: number;
}

const KEPT_DAYS = "overview_days";
/** A day is counted for good when it is over for so long, and our records have come past it. */
const SETTLE_MS = 10 * 60 * 1000;
/** How long a count of a day that is over holds where it is not for good. */
const COUNT_AGAIN_MS = 60_000;

/**
 * People, volume and fees by UTC day. A day that is over is counted once, by whichever process comes first, and kept; today is
 * counted on by the ledgers that came since.
 */
export function openDays({ database, clock }: Pick<Runtime, "database" | "clock">) {
  const settled = new Map<string, OverviewDay>();
  const counted = new Map<string, { readonly atMs: number; readonly day: OverviewDay }>();
  let running: Running | null = null;

  function countNewUsers(from: Date): Promise<number> {
    return database.collection("users").countDocuments({ createdAt: { $gte: from, $lt: daysAfter(from, 1) } });
  }

  async function countAll(from: Date): Promise<OverviewDay> {
    const sums = new MovementSums();
    await sums.count(database, { timestamp: { $gte: from, $lt: daysAfter(from, 1) } });
    return { day: dayName(from), newUsers: await countNewUsers(from), volume: sums.volume, fees: sums.fees };
  }

  async function readPast(from: Date, isCaughtUp: boolean): Promise<OverviewDay> {
    const name = dayName(from);
    const nowMs = clock.now().getTime();
    const known = settled.get(name) ?? (await kept().findOne({ _id: name }))?.counted;
    if (known) {
      settled.set(name, known);
      return known;
    }
    const last = counted.get(name);
    if (last && nowMs - last.atMs < COUNT_AGAIN_MS) return last.day;
    const day = await countAll(from);
    counted.set(name, { atMs: nowMs, day });
    if (isCaughtUp && nowMs > daysAfter(from, 1).getTime() + SETTLE_MS) {
      settled.set(name, day);
      await kept().updateOne({ _id: name }, { $setOnInsert: { counted: day } }, { upsert: true });
    }
    return day;
  }

  async function readToday(from: Date): Promise<OverviewDay> {
    const name = dayName(from);
    // Read first: what is in later ledgers is counted the next time.
    const ledger = await ingestedLedger(database, null);
    if (running?.day !== name) running = { day: name, sums: new MovementSums(), ledger: -1 };
    const { sums } = running;
    if (ledger > running.ledger) {
      await sums.count(database, {
        timestamp: { $gte: sums.newest ?? from, $lt: daysAfter(from, 1) },
        ledger: { $gt: running.ledger, $lte: ledger },
      });
      running.ledger = ledger;
    }
    return { day: name, newUsers: await countNewUsers(from), volume: sums.volume, fees: sums.fees };
  }

  function kept() {
    return database.collection<KeptDay>(KEPT_DAYS);
  }

  return {
    /** `isCaughtUp` says that our records are as far as the network. Asked by one at a time. */
    async read(isCaughtUp: boolean): Promise<OverviewParts["days"]> {
      const [today, ...past] = lastDays(clock.now(), OVERVIEW_DAYS).toReversed();
      if (!today) throw new Error("no day is told of");
      const days = [await readToday(today)];
      // One after the other: the first look may have to count them all.
      for (const from of past) days.push(await readPast(from, isCaughtUp));
      const names = new Set(days.map(({ day }) => day));
      for (const each of [settled, counted]) for (const name of each.keys()) if (!names.has(name)) each.delete(name);
      return { users: await database.collection("users").estimatedDocumentCount(), days: days.toReversed() };
    },
  };
}
