import type { ClientSession } from "mongodb";
import { coverOf, feeRewards, firstRewards } from "#schemas/affiliate-reckoning.ts";
import { DAY_SECONDS } from "#schemas/values/accrual.ts";
import { worthAt } from "#schemas/values/price.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { assertRowSealed, isRowSealed, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { keepOfProgram, tellBy } from "./programs.ts";
import { putRewards } from "./rewards.ts";
import { findSignals } from "./signals.ts";
import {
  EVENT_KIND,
  eventCollection,
  type EventDocument,
  findProgram,
  type ProgramDocument,
  readTerms,
  REWARD_KIND,
  rewardCollection,
  type RewardDocument,
  REWARDS,
  type StoredReward,
  type TermsDocument,
} from "./store.ts";

const AT_ONCE = 200;
/** No fees have to have come before it is paid. */
const NOTHING = "0";

/** Makes rewards of what was noted, each event once, in the order in which it happened. Answers with how many events that were. Throws `SealBrokenError`. */
export async function bookEvents(runtime: Runtime, signal: AbortSignal): Promise<number> {
  // Terms that were written past the server stop all of it before an event is lost to them.
  const terms = await readTerms(runtime.database, null);
  let booked = 0;
  while (!signal.aborted) {
    const events = await eventCollection(runtime.database)
      .find({ isBooked: false }, { sort: { id: 1 }, limit: AT_ONCE })
      .toArray();
    const prices = await pricesOf(runtime, events);
    for (const event of events) {
      if (signal.aborted) return booked;
      await bookSafely(runtime, event, { terms, price: prices(event) });
      booked += 1;
    }
    if (events.length < AT_ONCE) return booked;
  }
  return booked;
}

/** Prices what was collected while no price was known. */
export async function priceRewards(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const { database } = runtime;
  const rows = await rewardCollection(database)
    .find({ state: "unpriced" }, { sort: { heldUntil: 1 }, limit: AT_ONCE })
    .toArray();
  const prices = await pricesOf(runtime, rows);
  for (const [eventId, [first]] of Map.groupBy(rows, (row) => row.eventId)) {
    const price = first ? prices(first) : null;
    if (!first || price === null || signal.aborted) continue;
    if (!isRowSealed(database, REWARD_KIND, first)) {
      await tellForged(runtime, `affiliate reward ${first.id}`, { rewardId: first.id });
      continue;
    }
    await database.transaction((session) => priceEvent(runtime, session, { eventId, first, price }));
  }
}

interface Pricing {
  readonly eventId: string;
  readonly first: RewardDocument;
  readonly price: string;
}

async function priceEvent(runtime: Runtime, session: ClientSession, { eventId, first, price }: Pricing): Promise<void> {
  const { database } = runtime;
  const open = await rewardCollection(database).find({ eventId, state: "unpriced" }, { session }).toArray();
  const worth = worthAt(BigInt(first.fee), price, "down") ?? 0n;
  const sealed = open.filter((row) => isRowSealed(database, REWARD_KIND, row));
  await putRewards(runtime, session, sealed, (row) => {
    const [amount = 0n] = feeRewards({ rewardType: "percent", levels: [row.value] }, worth);
    return { state: "pending", amount: String(amount) };
  });
  await noteCollected(database, session, first.referredId, worth);
}

async function pricesOf(runtime: Runtime, rows: readonly AssetName[]): Promise<(asset: AssetName) => string | null> {
  const keyOf = ({ assetCode, issuer }: AssetName) => `${assetCode}-${issuer}`;
  const assets = new Map(rows.map((row) => [keyOf(row), row]));
  const known = await Promise.all(
    [...assets].map(
      async ([key, { assetCode, issuer }]) => [key, await guardedPrice(runtime, { assetCode, issuer })] as const,
    ),
  );
  const prices = new Map(known);
  return (asset) => prices.get(keyOf(asset)) ?? null;
}

interface By {
  readonly terms: TermsDocument | null;
  /** USD for one of what was collected; null where it is not known. */
  readonly price: string | null;
}

/** What was written past the server earns nobody anything, and keeps nobody else waiting. */
async function bookSafely(runtime: Runtime, event: EventDocument, by: By): Promise<void> {
  try {
    await runtime.database.transaction((session) => book(runtime, session, event, by));
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    await tellForged(runtime, `what user ${event.userId} earns an affiliate, or a place above them`, {
      userId: event.userId,
      eventId: event.id,
    });
    await eventCollection(runtime.database).updateOne({ id: event.id }, { $set: { isBooked: true } });
  }
}

async function book(
  runtime: Runtime,
  session: ClientSession,
  event: EventDocument,
  { terms, price }: By,
): Promise<void> {
  const { database } = runtime;
  assertRowSealed(database, EVENT_KIND, event, event.id);
  const events = eventCollection(database);
  const open = await events.findOneAndUpdate(
    { id: event.id, isBooked: false },
    { $set: { isBooked: true } },
    { session },
  );
  const program = open && (await findProgram(database, { userId: event.userId }, session));
  if (!program) return;
  const isFirst = event.kind === "first";
  if (isFirst && program.firstEvent !== undefined) return;
  if (isFirst) await keepOfProgram(database, session, program, { firstEvent: event.operationId });
  const worth = isFirst || price === null ? null : worthAt(BigInt(event.amount), price, "down");
  if (terms?.active === true) await addRewards(runtime, session, { event, program, terms, worth });
  if (worth !== null) await noteCollected(database, session, program.id, worth);
}

interface Booking {
  readonly event: EventDocument;
  readonly program: ProgramDocument;
  readonly terms: TermsDocument;
  /** Of what was collected, in ten-millionths of a dollar; null where it is not known, or nothing was. */
  readonly worth: bigint | null;
}

async function addRewards(runtime: Runtime, session: ClientSession, booking: Booking): Promise<void> {
  const { database } = runtime;
  const { event, program, terms, worth } = booking;
  if ((event.kind === "first") !== (terms.rewardType === "flat")) return;
  const rewards = rewardCollection(database);
  if (await rewards.findOne({ eventId: event.operationId }, { session, projection: { _id: 1 } })) return;
  const amounts = event.kind === "first" ? firstRewards(terms) : feeRewards(terms, worth ?? 0n);
  const cover = event.kind === "first" ? coverOf(amounts.reduce((sum, each) => sum + each, 0n)) : 0n;
  const above = await placesAbove(database, session, program, amounts.length);
  const rows: Omit<StoredReward, "id" | "seal">[] = [];
  for (const [index, affiliate] of above.entries()) {
    const amount = event.kind === "fee" && worth === null ? null : (amounts[index] ?? 0n);
    if (amount === 0n) continue;
    const signals = await findSignals(runtime, session, affiliate, program);
    const value = terms.levels[index] ?? "0";
    rows.push({ ...rowOf(booking, affiliate, { level: index + 1, amount, value, cover }), signals });
  }
  if (rows.length === 0) return;
  const id = await database.nextIds(session, REWARDS, rows.length);
  const numbered = rows.map((row, index) => ({ id: id + index, ...row }));
  await rewards.insertMany(
    numbered.map((row) => ({ ...row, seal: sealRow(database, REWARD_KIND, row) })),
    { session },
  );
  await tellBy(
    database,
    session,
    numbered.map(({ affiliateId }) => affiliateId),
    endOfDay(event.at, runtime),
  );
}

interface Level {
  readonly level: number;
  readonly amount: bigint | null;
  readonly value: string;
  readonly cover: bigint;
}

function rowOf({ event, program, terms }: Booking, affiliate: ProgramDocument, { level, amount, value, cover }: Level) {
  const { assetCode, issuer, at, operationId: eventId, kind } = event;
  const isFlat = kind === "first";
  return {
    kind,
    eventId,
    level,
    affiliateId: affiliate.id,
    userId: affiliate.userId,
    referredId: program.id,
    referredUserId: program.userId,
    through: [program.id, ...program.above],
    fee: isFlat ? "0" : event.amount,
    assetCode,
    issuer,
    value,
    version: terms.version,
    amount: amount === null ? null : String(amount),
    at,
    heldUntil: new Date(at.getTime() + terms.holdDays * DAY_SECONDS * 1000),
    state: amount === null ? ("unpriced" as const) : ("pending" as const),
    cover: isFlat ? String(cover) : NOTHING,
    isCovered: !isFlat || BigInt(program.collected) >= cover,
    payoutId: null,
    reason: "",
  };
}

/** Those above, the nearest first. */
async function placesAbove(
  database: Database,
  session: ClientSession,
  { above }: ProgramDocument,
  levels: number,
): Promise<readonly ProgramDocument[]> {
  const places: ProgramDocument[] = [];
  for (const id of above.slice(0, levels)) {
    const place = await findProgram(database, { id }, session);
    if (place) places.push(place);
  }
  return places;
}

/** Adds to what was collected from somebody, and has flat rewards for them be covered that are. */
async function noteCollected(database: Database, session: ClientSession, id: number, worth: bigint): Promise<void> {
  const program = worth > 0n ? await findProgram(database, { id }, session) : null;
  if (!program) return;
  const collected = BigInt(program.collected) + worth;
  await keepOfProgram(database, session, program, { collected: String(collected) });
  const waiting = await rewardCollection(database)
    .find({ referredId: id, state: "pending", isCovered: false }, { session })
    .toArray();
  const covered = waiting.filter(({ cover }) => BigInt(cover) <= collected);
  await putRewards({ database }, session, covered, () => ({ isCovered: true }));
}

/** What a day earned is told once it is over. */
function endOfDay(at: Date, { clock }: Pick<Runtime, "clock">): Date {
  const dayMs = DAY_SECONDS * 1000;
  const end = new Date((Math.floor(at.getTime() / dayMs) + 1) * dayMs);
  return end > clock.now() ? end : clock.now();
}
