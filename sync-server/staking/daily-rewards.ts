import type { ClientSession } from "mongodb";
import type { OfferRate } from "#schemas/staking.ts";
import { DAY_SECONDS } from "#schemas/values/accrual.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicatedOf } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { changeBook } from "./books.ts";
import { cutAt } from "./cut-rewards.ts";
import { offerCollection, OFFER_KIND, REWARDS, STAKE_KIND, type StakeDocument, stakeCollection } from "./store.ts";

/** Up to which midnight (seconds, UTC) every stake has its rows. */
interface DayDocument {
  readonly _id: "rewards";
  readonly upTo: number;
}

const AT_ONCE = 1000;

type Context = Pick<Runtime, "database" | "clock" | "log">;

/**
 * Writes what every active stake earned up to the last midnight of the network's time that has no rows yet, day by day: missed nights
 * are made up for, and a run that was cut short goes on where it was. Answers with the rows written.
 */
export async function writeDailyRewards(runtime: Context, now: number, signal: AbortSignal): Promise<number> {
  const { database } = runtime;
  const days = database.collection<DayDocument>("staking_days");
  const midnight = now - (now % DAY_SECONDS);
  const upTo = (await days.findOne({ _id: "rewards" }))?.upTo ?? (await begin(database, midnight));
  let rows = 0;
  for (let day = upTo + DAY_SECONDS; day <= midnight && !signal.aborted; day += DAY_SECONDS) {
    rows += await writeDay(runtime, day, signal);
    if (signal.aborted) break;
    await days.updateOne({ _id: "rewards" }, { $max: { upTo: day } }, { upsert: true });
  }
  return rows;
}

/** The midnight before the first stake: there is nothing to be written of days before. Kept, since it is found by looking through all. */
async function begin(database: Database, midnight: number): Promise<number> {
  const first = await stakeCollection(database).findOne({ status: "active" }, { sort: { startDate: 1 } });
  const began = first ? Math.floor(first.startDate.getTime() / 1000) : midnight;
  const upTo = Math.min(midnight, began - (began % DAY_SECONDS));
  await database
    .collection<DayDocument>("staking_days")
    .updateOne({ _id: "rewards" }, { $setOnInsert: { upTo } }, { upsert: true });
  return upTo;
}

async function writeDay(runtime: Context, day: number, signal: AbortSignal): Promise<number> {
  const rates = await allRates(runtime);
  let after = 0;
  let rows = 0;
  while (!signal.aborted) {
    const stakes = await stakeCollection(runtime.database)
      .find({ status: "active", id: { $gt: after } }, { sort: { id: 1 }, limit: AT_ONCE })
      .toArray();
    after = stakes.at(-1)?.id ?? after;
    const due = stakes.filter(({ lastRewardDate }) => lastRewardDate.getTime() < day * 1000);
    if (due.length > 0) rows += await writeSome(runtime, due, { day, rates });
    if (stakes.length < AT_ONCE) break;
  }
  return rows;
}

interface OfDay {
  readonly day: number;
  readonly rates: ReadonlyMap<number, readonly OfferRate[]>;
}

async function writeSome(runtime: Context, stakes: readonly StakeDocument[], { day, rates }: OfDay): Promise<number> {
  const { database } = runtime;
  const believed: StakeDocument[] = [];
  for (const stake of stakes)
    if (isRowSealed(database, STAKE_KIND, stake)) believed.push(stake);
    else await tellForged(runtime, `stake ${stake.id}`, { stakeId: stake.id });
  return database.transaction(async (session) => {
    const now = await unchanged(database, session, believed);
    const cuts = now.map((stake) => ({ stake, cut: cutAt(stake, rates.get(stake.stakingConfigId) ?? [], day) }));
    const earning = cuts.filter(({ cut }) => cut.row !== null);
    if (earning.length === 0) return 0;
    await putReplicatedOf(
      database,
      session,
      REWARDS,
      earning.flatMap(({ cut: { row } }) => row ?? []),
    );
    await stakeCollection(database).bulkWrite(
      earning.map(({ stake: { userId, uid }, cut: { earned } }) => ({
        updateOne: {
          filter: { userId, uid },
          update: { $set: { lastRewardDate: new Date(day * 1000), accruedRewards: formatAmount(earned) } },
        },
      })),
      { session, ordered: false },
    );
    await addOwed(database, session, earning);
    return earning.length;
  });
}

/** Those that nobody has changed since they were read. */
async function unchanged(database: Database, session: ClientSession, stakes: readonly StakeDocument[]) {
  const ids = stakes.map(({ id }) => id);
  const found = await stakeCollection(database)
    .find(
      { id: { $in: ids }, status: "active" },
      { session, projection: { _id: 0, id: 1, version: 1, lastRewardDate: 1 } },
    )
    .toArray();
  const versions = new Map(found.map((stake) => [stake.id, `${stake.version} ${stake.lastRewardDate.getTime()}`]));
  return stakes.filter((stake) => versions.get(stake.id) === `${stake.version} ${stake.lastRewardDate.getTime()}`);
}

/** What locked ones earn is promised from their beginning. */
async function addOwed(
  database: Database,
  session: ClientSession,
  earning: readonly { readonly stake: StakeDocument; readonly cut: { readonly earned: bigint } }[],
): Promise<void> {
  const flexible = earning.filter(({ stake }) => stake.terms.lockupDays === 0);
  for (const [, of] of Map.groupBy(flexible, ({ stake }) => assetKey(stake))) {
    const owed = of.reduce((sum, { stake, cut }) => sum + cut.earned - parseAmount(stake.accruedRewards), 0n);
    const [first] = of;
    if (first) await changeBook(database, session, first.stake, { owed });
  }
}

async function allRates(runtime: Context): Promise<ReadonlyMap<number, readonly OfferRate[]>> {
  const { database } = runtime;
  const rates = new Map<number, readonly OfferRate[]>();
  for await (const offer of offerCollection(database).find({})) {
    if (isRowSealed(database, OFFER_KIND, offer)) rates.set(offer.id, offer.rates);
    else await tellForged(runtime, `staking offer ${offer.id}`, { offerId: offer.id });
  }
  return rates;
}
