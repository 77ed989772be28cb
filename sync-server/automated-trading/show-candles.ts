import { gainOf, givenBy, meet, rests } from "#schemas/strategies/book.ts";
import type { Player } from "#schemas/strategies/player.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { writeSaid } from "#schemas/said.ts";
import { closedCandles, lengthOf } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import {
  bookOf,
  candleFrom,
  type LiveBook,
  parseSigned,
  spentBy,
  storedBook,
  termsOf,
  toldBooks,
  withBook,
  worthOf,
} from "./books.ts";
import { noteShown } from "./days.ts";
import { pauseFields } from "./pause.ts";
import type { Players } from "./players.ts";
import { executed, missed, newSignal, putSignals, signalUid, type SignalWrite, tellSignal } from "./signals.ts";
import { type AutomationDocument, moveAutomation, type StoredBook, type StoredSignal, type Wanted } from "./store.ts";
import { tellAutomation } from "./tell.ts";

/** Candles that are shown at one look: of the rest the next. */
const AT_ONCE = 500;

/** Where nothing was traded there is no candle: it is looked for again so often. */
const AGAIN_MS = 5000;

/** Up to where a process has looked for candles, by automation and pair, and when, by its monotonic clock. */
export type Looked = Map<string, { readonly until: number; readonly atMs: number }>;

/** Shows an automation the candles that have closed by `closedAt` (the close of the newest ledger, ms since the epoch); answers with what it is then. */
export async function showCandles(
  runtime: Runtime,
  { players, looked }: { readonly players: Players; readonly looked: Looked },
  automation: AutomationDocument,
  closedAt: number,
): Promise<AutomationDocument> {
  const { candle: size, quote } = automation.terms;
  const ms = lengthOf(size);
  const until = Math.floor(closedAt / ms) * ms;
  let now = automation;
  for (const { base } of automation.books) {
    const key = `${automation.id} ${base}`;
    const last = looked.get(key);
    if (last?.until === until && performance.now() - last.atMs < AGAIN_MS) continue;
    const pair = { base: assetOfKey(base), counter: assetOfKey(quote) };
    const after = bookAt(now, base).candleAt;
    const found = await closedCandles(runtime.database, pair, { size, after, until, most: AT_ONCE });
    for (const stored of found) {
      if (now.status !== "active") return now;
      const candle = candleFrom(stored, ms);
      const shown = await showOne(runtime, players, now, { base, candle, isNewest: candle.at + ms === until });
      if (!shown) return now;
      now = shown;
    }
    if (found.length < AT_ONCE) looked.set(key, { until, atMs: performance.now() });
  }
  return now;
}

function bookAt({ books }: Pick<AutomationDocument, "books">, base: string): StoredBook {
  const book = books.find((each) => each.base === base);
  if (!book) throw new Error(`an automation has no book of ${base}`);
  return book;
}

interface Shown {
  readonly base: string;
  readonly candle: Candle;
  /** Whether no later one has closed: what comes of it can still be traded. */
  readonly isNewest: boolean;
}

/** Null where somebody changed the automation meanwhile. */
async function showOne(
  runtime: Runtime,
  players: Players,
  automation: AutomationDocument,
  { base, candle, isNewest }: Shown,
): Promise<AutomationDocument | null> {
  const before = bookAt(automation, base);
  const player = await players.of(runtime.database, automation, before);
  const { book, signals, told } = outcomeOf(automation, before, { player, candle, isNewest });
  const after = { ...storedBook(before, book), candleAt: candle.at, close: candle.close };
  const books = withBook(automation.books, after);
  const isOver = fellTooFar(automation, books);
  const tradedAt = signals.some(({ fields }) => fields.executed === true) ? new Date(candle.at + candle.ms) : null;
  const fields = {
    ...toldBooks(automation, books, spentBy(book)),
    ...(tradedAt && {
      lastTradeDate: tradedAt,
      tradeCount: automation.tradeCount + signals.filter(({ fields: { executed: is } }) => is === true).length,
    }),
  };
  const moved = await runtime.database.transaction(async (session) => {
    const paused = isOver ? pauseFields(books) : null;
    const reason = writeSaid("reason.automation-drawdown", { percent: automation.terms.maxDrawdown });
    const next = await moveAutomation(runtime, session, automation, {
      ...fields,
      ...(paused && { ...paused.fields, reason }),
    });
    if (!next) return null;
    await noteShown(runtime, session, automation, { base, at: candle.at, holding: book.holding });
    await putSignals(runtime.database, session, automation.userId, [...signals, ...(paused?.signals ?? [])]);
    for (const each of isNewest ? told : []) await tellSignal(runtime, session, automation, each);
    if (paused) await tellAutomation(runtime, session, next, "automation-paused", reason);
    return next;
  });
  if (moved) players.note(moved, after, candle.at);
  else players.forget(automation, after);
  return moved;
}

interface Outcome {
  readonly book: LiveBook;
  readonly signals: readonly SignalWrite[];
  readonly told: readonly { readonly uid: string; readonly signal: StoredSignal }[];
}

/** What becomes of a book by a candle: on paper what it met is traded in it; what was wanted and could not be had is missed; then the strategy says what is next. */
function outcomeOf(
  automation: AutomationDocument,
  before: StoredBook,
  { player, candle, isNewest }: { readonly player: Player; readonly candle: Candle; readonly isNewest: boolean },
): Outcome {
  const { base } = before;
  const isPaper = automation.executionMode === "alert";
  const met = isPaper
    ? meetOnPaper(automation, before, candle)
    : { book: bookOf(before, automation), signals: [], told: [] };
  const over = before.open.filter(
    (wanted) => !rests(wanted) && !met.book.open.includes(wanted) && !wasMet(met, wanted),
  );
  const late = isPaper ? [] : before.open.filter((wanted) => !rests(wanted));
  const gone = [...over, ...late].flatMap((wanted) => missedOne(automation, before, { wanted, candle }));
  const said = player.show(candle, met.book.holding);
  const given = said.intents.map((intent, index) => {
    if (rests(intent)) return { wanted: { ...intent, signal: null }, signal: null };
    const uid = signalUid(automation, base, candle.at, String(index));
    const signal = newSignal(automation, intent, { base, candleAt: candle.at, price: candle.close });
    return { wanted: { ...intent, signal: uid }, signal: { uid, signal } };
  });
  const fresh = given.flatMap(({ signal }) => signal ?? []);
  // Of a candle that closed while nobody looked what takes comes too late: its price is gone.
  const isLate = !isPaper && !isNewest;
  const next = given.map(({ wanted }) => wanted).filter((wanted) => !isLate || rests(wanted));
  // As `withWord` has it of a back-test, but that a word which came too late takes the place of what rests, too.
  const open = said.intents.length > 0 ? next : met.book.open.filter(rests);
  const book: LiveBook = { ...met.book, open };
  const lost = isLate ? fresh.map(({ uid }) => ({ uid, fields: missed("reason.signal-late") })) : [];
  return {
    book,
    signals: [...met.signals, ...gone, ...fresh.map(({ uid, signal }) => ({ uid, fields: signal })), ...lost],
    told: isPaper ? [...met.told, ...fresh] : [],
  };
}

function wasMet({ signals }: Pick<Outcome, "signals">, { signal }: Wanted): boolean {
  return signals.some(({ uid }) => uid === signal);
}

function meetOnPaper(automation: AutomationDocument, before: StoredBook, candle: Candle): Outcome {
  const { base } = before;
  const signals: SignalWrite[] = [];
  const told: { uid: string; signal: StoredSignal }[] = [];
  const at = new Date(candle.at + candle.ms);
  const book = meet(bookOf(before, automation), candle, termsOf(automation), (fill, was, intent) => {
    const gain = fill.side === "sell" ? gainOf(was, fill) : null;
    const done = executed({ base: fill.base, quote: fill.quote, gain, at, hash: "" });
    const known = "signal" in intent && typeof intent.signal === "string" ? intent.signal : null;
    if (known !== null) return void signals.push({ uid: known, fields: done });
    const uid = signalUid(automation, base, candle.at, `m${signals.length}`);
    const signal = newSignal(automation, intent, { base, candleAt: candle.at, price: fill.price });
    signals.push({ uid, fields: { ...signal, ...done } });
    told.push({ uid, signal });
  });
  return { book: { ...book, open: before.open.filter((wanted) => book.open.includes(wanted)) }, signals, told };
}

function missedOne(
  automation: AutomationDocument,
  before: StoredBook,
  { wanted, candle }: { readonly wanted: Wanted; readonly candle: Candle },
): SignalWrite[] {
  if (wanted.signal === null) return [];
  const terms = termsOf(automation);
  const given = givenBy(bookOf(before, automation), wanted, { price: candle.open, at: candle.at, terms });
  const reason = typeof given === "string" ? (`reason.signal-${given}` as const) : "reason.signal-gone";
  return [{ uid: wanted.signal, fields: missed(reason) }];
}

/** Whether all pairs together are so far below their height that it pauses. */
function fellTooFar({ terms, height }: AutomationDocument, books: readonly StoredBook[]): boolean {
  const most = parseSigned(height) > 0n ? parseSigned(height) : parseAmount(terms.budget);
  return worthOf(books) * 100n < most * BigInt(100 - terms.maxDrawdown);
}
