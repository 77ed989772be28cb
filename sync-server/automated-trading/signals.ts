import type { ClientSession } from "mongodb";
import type { ReasonCode } from "#schemas/reason-sentences.ts";
import { writeSaid } from "#schemas/said.ts";
import { say, sayBoth } from "#schemas/say.ts";
import type { Intent } from "#schemas/strategies/strategy.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import { toldPrice, whyText } from "#schemas/strategies/told-test.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { signed } from "./books.ts";
import { type AutomationDocument, type StoredSignal, TRADING_SIGNALS } from "./store.ts";

/** A signal to write: a new one whole, of one that there is what has become of it. */
export interface SignalWrite {
  readonly uid: string;
  readonly fields: Partial<StoredSignal>;
}

type Owner = Pick<AutomationDocument, "id" | "userId" | "terms" | "executionMode">;

/** Where and when a signal is given. */
export interface Given {
  readonly base: string;
  /** Of its candle, in ms since the epoch. */
  readonly candleAt: number;
  /** At which it is given. */
  readonly price: number;
}

/** The name of a signal: of what comes of a candle it is the same however often that is worked out. */
export function signalUid({ id, terms }: Owner, base: string, candleAt: number, number: string): string {
  return `${id}-${terms.bases.indexOf(base)}-${candleAt}-${number}`;
}

/** A signal as it begins. */
export function newSignal(owner: Owner, intent: Intent, { base, candleAt, price }: Given): StoredSignal {
  const { strategy, candle, quote } = owner.terms;
  const isPaper = owner.executionMode === "alert";
  return {
    automatedTradingId: owner.id,
    signalType: intent.side,
    base,
    quote,
    price: toldPrice(price) ?? "0",
    confidence: intent.confidence.toFixed(2),
    description: whyText(intent.why),
    signalSource: `${strategy} ${candle}`,
    candleAt: new Date(candleAt),
    executed: false,
    executionDate: null,
    isPaper,
    result: isPaper ? "told" : "open",
    why: "",
    baseAmount: null,
    quoteAmount: null,
    averagePrice: null,
    profitLoss: null,
    hash: "",
  };
}

/** What a trade brought, in stroops. */
export interface Executed {
  readonly base: bigint;
  readonly quote: bigint;
  /** Of a sale, beyond what was paid for what was sold; null of a purchase. */
  readonly gain: bigint | null;
  readonly at: Date;
  readonly hash: string;
}

export function executed({ base, quote, gain, at, hash }: Executed): Partial<StoredSignal> {
  return {
    executed: true,
    executionDate: at,
    result: "done",
    why: "",
    baseAmount: formatAmount(base),
    quoteAmount: formatAmount(quote),
    averagePrice: priceText(quote, base),
    profitLoss: gain === null ? null : signed(gain),
    hash,
  };
}

export function missed(reason: Extract<ReasonCode, `reason.signal-${string}`> | { readonly said: string }) {
  return { result: "missed" as const, why: typeof reason === "string" ? writeSaid(reason) : reason.said };
}

/** Writes signals in the transaction of what they go with. */
export async function putSignals(
  database: Database,
  session: ClientSession,
  userId: number,
  signals: readonly SignalWrite[],
): Promise<void> {
  // What is begun and over in one candle is one row.
  const byUid = new Map<string, Partial<StoredSignal>>();
  for (const { uid, fields } of signals) byUid.set(uid, { ...byUid.get(uid), ...fields });
  const writes = [...byUid].map(([uid, fields]) => ({ uid, fields }));
  await putReplicated(database, session, TRADING_SIGNALS, userId, writes);
}

/** Tells of a signal; of the same once. */
export function tellSignal(
  runtime: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  owner: Owner,
  { uid, signal }: { readonly uid: string; readonly signal: StoredSignal },
): Promise<void> {
  const { assetCode, issuer } = assetOfKey(signal.base);
  const detail = sayBoth(sideSaid(signal), signal.description);
  return notify(runtime, session, {
    userId: owner.userId,
    kind: "trading-signal",
    cause: uid,
    assetCode,
    issuer,
    detail,
  });
}

export function sideSaid({
  signalType,
  base,
  quote,
  price,
}: Pick<StoredSignal, "signalType" | "base" | "quote" | "price">) {
  const [one, other] = [base, quote].map((key) => assetOfKey(key).assetCode);
  return say("said.signal", { side: signalType, base: one ?? "", quote: other ?? "", price });
}
