import { backTest } from "#schemas/strategies/back-test.ts";
import { rests } from "#schemas/strategies/book.ts";
import { quoteFor } from "#schemas/strategies/fills.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { STRATEGIES } from "#schemas/strategies/strategies.ts";
import { REPLAYS_TOLD, type Replay } from "#schemas/automated-trading.ts";
import { readSaid, writeSaid } from "#schemas/said.ts";
import type { Database } from "#server/platform/db/database.ts";
import { closedCandles, lengthOf } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { candleFrom, signed, termsOf } from "./books.ts";
import { dayText } from "./days.ts";
import { isOurs } from "./is-ours.ts";
import { pauseFields } from "./pause.ts";
import { pruneSignals } from "./prune-signals.ts";
import { warmPlayer } from "./players.ts";
import { newSignal, putSignals } from "./signals.ts";
import {
  type AutomationDocument,
  automationCollection,
  dayCollection,
  type DayDocument,
  moveAutomation,
  signalCollection,
  type SignalDocument,
  type StoredSignal,
} from "./store.ts";
import { tellAutomation } from "./tell.ts";

type Held = DayDocument["shown"][number];

const AT_ONCE = 100;
const DAY_MS = 86_400_000;
/** More than a day of the shortest candles. */
const MOST_CANDLES = 1500;

/**
 * Plays the last whole day (UTC) of every automation again over its stored candles: the same signals have to come of it. Where they do not, the automation pauses, since
 * nobody can say what it trades by. `now` is the network's time in ms.
 */
export async function replayDays(runtime: Runtime, now: number, signal: AbortSignal): Promise<void> {
  const day = dayText(now - DAY_MS);
  let after = 0;
  while (!signal.aborted) {
    const open = { status: { $in: ["active" as const, "paused" as const] }, replayed: { $lt: day }, deleted: false };
    const found = await automationCollection(runtime.database)
      .find({ ...open, id: { $gt: after } }, { sort: { id: 1 }, limit: AT_ONCE })
      .toArray();
    for (const automation of found)
      if (!signal.aborted && (await isOurs(runtime, automation))) await replayOne(runtime, automation, day);
    if (found.length < AT_ONCE) return;
    // Those that were written past the server stay as they are, and are not met again.
    after = found.at(-1)?.id ?? after;
  }
}

async function replayOne(runtime: Runtime, automation: AutomationDocument, day: string): Promise<void> {
  const shown = await dayCollection(runtime.database).find({ automationId: automation.id, day }).toArray();
  const played = await Promise.all(shown.map((each) => playAgain(runtime, automation, each)));
  const isEqual = played.every((each) => each.isEqual);
  const replay: Replay = {
    day,
    signals: played.reduce((sum, { signals }) => sum + signals, 0),
    isEqual,
    difference: signed(played.reduce((sum, { difference }) => sum + difference, 0n)),
  };
  const isHalted = !isEqual && automation.status === "active";
  const reason = writeSaid("reason.automation-replay");
  await runtime.database.transaction(async (session) => {
    const paused = isHalted ? pauseFields(automation.books) : null;
    const moved = await moveAutomation(runtime, session, automation, {
      replayed: day,
      ...(shown.length > 0 && { replays: [...automation.replays, replay].slice(-REPLAYS_TOLD) }),
      ...(paused && { ...paused.fields, reason }),
    });
    if (!moved || !paused) return;
    await putSignals(runtime.database, session, automation.userId, paused.signals);
    await tellAutomation(runtime, session, moved, "automation-paused", reason);
  });
  await pruneSignals(runtime, automation, new Date(Date.parse(day) + DAY_MS));
}

/** What one pair comes to when its day is played again. */
export async function playAgain(
  { database }: Pick<Runtime, "database">,
  automation: AutomationDocument,
  { base, shown }: DayDocument,
): Promise<{ readonly isEqual: boolean; readonly signals: number; readonly difference: bigint }> {
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return { isEqual: true, signals: 0, difference: 0n };
  const { terms } = automation;
  const ms = lengthOf(terms.candle);
  const pair = { base: assetOfKey(base), counter: assetOfKey(terms.quote) };
  const span = { size: terms.candle, after: first.at - 1, until: last.at + ms, most: MOST_CANDLES };
  const candles = (await closedCandles(database, pair, span)).map((candle) => candleFrom(candle, ms));
  const player = await warmPlayer(database, automation, { base, candleAt: first.at - ms, held: first });
  const held = new Map(shown.map((each) => [each.at, each]));
  const again = candles.flatMap((candle) => {
    const was = held.get(candle.at);
    const holding = { base: BigInt(was?.base ?? "0"), quote: BigInt(was?.quote ?? "0") };
    const { intents } = player.show(candle, holding);
    const given = { base, candleAt: candle.at, price: candle.close };
    // While it was paused it was shown nothing, and said nothing.
    return was ? intents.filter((intent) => !rests(intent)).map((intent) => newSignal(automation, intent, given)) : [];
  });
  const were = await signalsOf(database, automation, { base, first, last });
  const isThere = shown.every(({ at }) => candles.some((candle) => candle.at === at));
  const isEqual = isThere && were.length === again.length && were.every((one, index) => isSame(one, again[index]));
  return { isEqual, signals: were.length, difference: differenceOf(automation, { candles, first, last }) };
}

/** What its strategy said of a span, in its order: stops and rungs come of prices, not of candles. */
function signalsOf(
  database: Database,
  { id }: AutomationDocument,
  { base, first, last }: { readonly base: string; readonly first: Held; readonly last: Held },
): Promise<SignalDocument[]> {
  const span = { $gte: new Date(first.at), $lte: new Date(last.at) };
  return signalCollection(database)
    .find(
      { automatedTradingId: id, base, candleAt: span, deleted: false, uid: { $regex: /^\d+-\d+-\d+-\d+$/ } },
      { sort: { candleAt: 1, uid: 1 } },
    )
    .toArray();
}

/** Numbers that were added up from another beginning may differ by so much of themselves. */
const TOLERANCE = 1e-5;

/** Whether two signals say the same, whatever became of them. */
function isSame(one: StoredSignal, other: StoredSignal | undefined): boolean {
  if (!other || one.signalType !== other.signalType || one.candleAt.getTime() !== other.candleAt.getTime())
    return false;
  const [left, right] = [readSaid(one.description), readSaid(other.description)];
  if (left?.code !== right?.code) return false;
  return Object.entries(left?.facts ?? {}).every(([name, fact]) => isNear(fact, right?.facts[name]));
}

function isNear(one: string | number, other: string | number | undefined): boolean {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
}

/** By how much what really was there at the end differs from what the back-test of the same candles would have left, in stroops of quote. */
function differenceOf(
  automation: AutomationDocument,
  { candles, first, last }: { readonly candles: readonly Candle[]; readonly first: Held; readonly last: Held },
): bigint {
  const { strategy, parameters } = automation.terms;
  const begun = { base: BigInt(first.base), quote: BigInt(first.quote) };
  const test = { strategy: STRATEGIES[strategy], parameters, candles, begun, ...termsOf(automation) };
  const { holding } = backTest(test);
  const close = candles.at(-1)?.close ?? 0;
  const worth = (base: bigint, quote: bigint) => quote + quoteFor(base, close, "sell");
  return worth(BigInt(last.base), BigInt(last.quote)) - worth(holding.base, holding.quote);
}
