import type { ClientSession } from "mongodb";
import { ALERT_REST_MS, MOST_ALERTS_A_DAY } from "#schemas/price-alerts.ts";
import { say } from "#schemas/say.ts";
import { mulDiv } from "#schemas/values/money.ts";
import { PRICE_PLACES, priceText } from "#schemas/values/price.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { TradePrice } from "#server/platform/network/markets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { type AlertContext, type AlertDocument, alertCollection, PRICE_ALERTS, toldCollection } from "./store.ts";
import { type AlertTerms, isThere, type KeptBeside } from "./watch.ts";

const DAY_MS = 86_400_000;
/** Of a price as it is told. */
const DIGITS = 7;

/** Notes where the price of an alert is. Does nothing where its owner changed it meanwhile: it is looked at again. */
export async function moveAlert(
  runtime: AlertContext,
  seen: AlertDocument,
  fields: Partial<KeptBeside>,
): Promise<void> {
  await runtime.database.transaction(async (session) => {
    if (await isAsSeen(runtime, session, seen)) await put(runtime, session, seen, fields);
  });
}

/**
 * Tells the owner that a price is there, in the transaction that notes it: whatever dies when, each crossing is told once. Whoever was
 * told of very many within a day is told of the others on the next one.
 */
export async function tellAlert(runtime: AlertContext, seen: AlertDocument, price: TradePrice): Promise<void> {
  const { database, clock } = runtime;
  const now = clock.now();
  await database.transaction(async (session) => {
    if (!(await isAsSeen(runtime, session, seen))) return;
    const day = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
    if (!(await mayTell(runtime, session, seen.userId, day))) {
      const tomorrow = new Date(day.getTime() + DAY_MS);
      return await put(runtime, session, seen, { state: "waiting", restsUntil: tomorrow });
    }
    const toldPrice = shownPrice(price, seen);
    const restsUntil = new Date(now.getTime() + ALERT_REST_MS);
    const state = seen.repeats ? ("there" as const) : ("told" as const);
    await put(runtime, session, seen, { state, toldAt: now, toldPrice, restsUntil });
    const { assetCode, issuer } = assetOfKey(seen.base);
    await notify(runtime, session, {
      userId: seen.userId,
      kind: "price-alert",
      cause: `${seen.uid} ${now.toISOString()}`,
      assetCode,
      issuer,
      party: seen.quote,
      detail: saidOf(seen, toldPrice),
    });
  });
}

/** "Somebody pays 0.31 USDC for XLM: 0.3 or more. Time to sell", as it is stored. */
export function saidOf(
  { base, quote, direction, price, note }: Pick<AlertDocument, "base" | "quote" | "direction" | "price" | "note">,
  seen: string,
): string {
  const [what = "", paid = ""] = [base, quote].map((key) => assetOfKey(key).assetCode);
  const own = note.trim();
  const facts = { direction, seen, base: what, quote: paid, price };
  return say("said.price-reached", own === "" ? { ...facts, hasNote: "no" } : { ...facts, hasNote: "yes", note: own });
}

/** With seven digits that count, or with all that are needed to see that the price is there. */
export function shownPrice({ n, d }: TradePrice, alert: AlertTerms): string {
  const whole = n / d;
  const zeros = whole > 0n ? -whole.toString().length : leadingZeros(n, d);
  const unit = 10n ** BigInt(Math.min(PRICE_PLACES, Math.max(0, zeros + DIGITS)));
  const short = { n: mulDiv(n, unit, d, "half-up"), d: unit };
  const shown = short.n > 0n && isThere(alert, short) ? short : { n, d };
  return priceText(shown.n, shown.d) ?? "";
}

/** Of a price below one, those between its point and its first digit. */
function leadingZeros(n: bigint, d: bigint): number {
  const scaled = (n * 10n ** BigInt(PRICE_PLACES)) / d;
  return scaled === 0n ? PRICE_PLACES : PRICE_PLACES - scaled.toString().length;
}

async function mayTell(
  { database }: AlertContext,
  session: ClientSession,
  userId: number,
  day: Date,
): Promise<boolean> {
  const _id = `${userId}:${day.toISOString().slice(0, 10)}`;
  const told = await toldCollection(database).findOne({ _id }, { session });
  if ((told?.count ?? 0) >= MOST_ALERTS_A_DAY) return false;
  await toldCollection(database).updateOne({ _id }, { $inc: { count: 1 }, $set: { day } }, { session, upsert: true });
  return true;
}

async function isAsSeen({ database }: AlertContext, session: ClientSession, seen: AlertDocument): Promise<boolean> {
  const { userId, uid, revision } = seen;
  const now = await alertCollection(database).findOne(
    { userId, uid, deleted: false },
    { session, projection: { _id: 0, revision: 1 } },
  );
  return now?.revision === revision;
}

function put(
  { database }: AlertContext,
  session: ClientSession,
  { userId, uid }: AlertDocument,
  fields: Partial<KeptBeside>,
): Promise<void> {
  return putReplicated(database, session, PRICE_ALERTS, userId, [{ uid, fields }]);
}
