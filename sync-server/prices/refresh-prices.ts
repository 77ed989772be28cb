import { priceText, readPrice } from "#schemas/values/price.ts";
import type { Listing } from "#server/listed-assets/index.ts";
import { changeBetween } from "#server/markets/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type AssetName, assetKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import type { MarketSource } from "#server/platform/network/markets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { dollarsAt, pointFor, pricesOf, putPoints, usdDayBefore, xlmInUsd } from "./history.ts";
import { type Fraction, inverse, type PriceRules } from "./price-rule.ts";
import {
  type Dollar,
  inUsd,
  isEnough,
  type Look,
  type MarketReading,
  medianOf,
  newCandles,
  readMarket,
  withReading,
} from "./read-market.ts";
import { knownPriceOf, type PointDocument, type PointSize, priceCollection, type PriceDocument } from "./store.ts";
import { forgetUnwanted, want, WANTED_FOR_MS } from "./wanted.ts";

export interface PriceDeps {
  readonly runtime: Runtime;
  readonly source: MarketSource;
  readonly listing: () => Promise<Listing>;
  readonly rules: PriceRules;
}

/** Assets that are not listed are read so many at a time, each no oftener than this, as long as somebody asks for them. */
const OTHERS_AT_ONCE = 10;
const OTHERS_EVERY_MS = 30 * 60_000;
/** Until there are readings enough for a price, they follow each other sooner. */
const UNSETTLED_EVERY_MS = 2 * 60_000;
const ONE: Fraction = { n: 1n, d: 1n };

/**
 * Reads the markets of what is listed, and of some of what is only held, and stores what they say. Throws NetworkError, and
 * then the former prices stand with their dates. Every write is fenced by the transactions of the runtime's database.
 */
export async function refreshPrices(deps: PriceDeps, signal: AbortSignal): Promise<void> {
  const { runtime, source, rules } = deps;
  const { assets, dollar: usd } = await deps.listing();
  const look: Look = { source, rules, head: await source.head() };
  const documents = await listedDocuments(runtime, assets);
  const dollar = usd ? await refreshDollar(runtime, look, documents, usd) : null;
  if (!dollar) await store(runtime, documentOf(documents, NATIVE), look, { usd: null, xlm: ONE });
  for (const document of documents.values()) {
    signal.throwIfAborted();
    if (isSameAsset(document, NATIVE) || (dollar && isSameAsset(document, dollar.asset))) continue;
    await refreshOne(runtime, look, document, dollar);
  }
  await forgetUnwanted(runtime);
  for (const document of await dueDocuments(runtime)) {
    signal.throwIfAborted();
    await refreshOne(runtime, look, document, dollar).catch((error: unknown) => {
      // One asset of a stranger's that cannot be read keeps nobody else's from being read.
      if (!(error instanceof NetworkError)) throw error;
      runtime.log.warn({ err: error, asset: document._id }, "the market of an asset was not read");
    });
  }
}

async function listedDocuments(runtime: Runtime, assets: readonly AssetName[]): Promise<Map<string, PriceDocument>> {
  const listed = [NATIVE, ...assets];
  await want(runtime, listed, null);
  const ids = listed.map(assetKey);
  const prices = priceCollection(runtime.database);
  await prices.updateMany({ _id: { $in: ids }, isListed: false }, { $set: { isListed: true } });
  await prices.updateMany({ _id: { $nin: ids }, isListed: true }, { $set: { isListed: false } });
  return new Map((await prices.find({ _id: { $in: ids } }).toArray()).map((document) => [document._id, document]));
}

async function dueDocuments({ database, clock }: Runtime): Promise<PriceDocument[]> {
  const now = clock.now();
  const wantedAt = { $gt: new Date(now.getTime() - WANTED_FOR_MS) };
  const prices = priceCollection(database);
  const due = await prices
    .find({ isListed: false, dueAt: { $lte: now }, wantedAt }, { sort: { dueAt: 1 }, limit: OTHERS_AT_ONCE })
    .toArray();
  const dueAt = new Date(now.getTime() + OTHERS_EVERY_MS);
  if (due.length > 0) await prices.updateMany({ _id: { $in: due.map(({ _id }) => _id) } }, { $set: { dueAt } });
  return due;
}

function documentOf(documents: ReadonlyMap<string, PriceDocument>, asset: AssetName): PriceDocument {
  const document = documents.get(assetKey(asset));
  if (!document) throw new Error(`there is no price document of ${assetKey(asset)}`);
  return document;
}

/** The dollar and XLM are priced by each other, in one market. */
async function refreshDollar(
  runtime: Runtime,
  look: Look,
  documents: ReadonlyMap<string, PriceDocument>,
  asset: AssetName,
): Promise<Dollar> {
  const document = documentOf(documents, asset);
  const native = documentOf(documents, NATIVE);
  const reading = await readMarket(look, asset, null);
  const readings = withReading(document, look.head.closedAt, reading.xlm);
  const isSettled = isEnough(document, readings);
  const inXlm = isSettled ? medianOf(readings) : standing(document);
  const points: PointDocument[] = [];
  for (const [size, candles] of await newCandles(look, reading.market, document.historyUntil)) {
    for (const { startMs, price } of pricesOf(candles, smallest(look))) {
      const xlm = inverse(price);
      points.push(
        ...[
          pointFor(native._id, size, { startMs, price: xlm }, "usd", xlm),
          pointFor(document._id, size, { startMs, price: ONE }, "usd", xlm),
        ].filter((point) => point !== null),
      );
    }
  }
  await putPoints(runtime.database, points);
  const dollar = { asset, inXlm };
  // What was just chosen has a price that stands already: by that XLM is priced at once.
  const isNew = inXlm !== null && document.usd !== priceText(ONE.n, ONE.d);
  if (!isSettled && !isNew) {
    await keepReadings(runtime, document, readings);
    return dollar;
  }
  await store(runtime, document, look, { usd: ONE, xlm: inXlm, readings, why: reading.why });
  await store(runtime, native, look, { usd: inUsd(ONE, dollar), xlm: ONE, why: reading.why });
  return dollar;
}

async function refreshOne(runtime: Runtime, look: Look, document: PriceDocument, dollar: Dollar | null): Promise<void> {
  const reading = await readMarket(look, document, dollar);
  const readings = withReading(document, look.head.closedAt, reading.xlm);
  await putPoints(runtime.database, await newPoints(runtime, look, document, reading));
  // Its price stands, and there is a dollar only now to say it in.
  const isFirstInUsd = document.isListed && document.usd === null && document.xlm !== null && dollar?.inXlm != null;
  const isSettled = isEnough(document, readings);
  if (!isSettled && !isFirstInUsd) return keepReadings(runtime, document, readings);
  const xlm = isSettled ? medianOf(readings) : standing(document);
  await store(runtime, document, look, { usd: inUsd(xlm, dollar), xlm, readings, why: reading.why });
}

async function newPoints(
  { database }: Runtime,
  look: Look,
  { _id, historyUntil }: PriceDocument,
  { market }: MarketReading,
): Promise<PointDocument[]> {
  const points: PointDocument[] = [];
  for (const [size, candles] of await newCandles(look, market, historyUntil)) {
    const [first] = candles;
    if (!first) continue;
    const dollars = await xlmInUsd(database, size, first.startMs);
    const least = market.quote === "xlm" ? smallest(look) : smallestInUsd(look, size, dollars);
    for (const priced of pricesOf(candles, least)) {
      const point = pointFor(_id, size, priced, market.quote, dollarsAt(dollars, priced.startMs, size));
      if (point) points.push(point);
    }
  }
  return points;
}

/** What must have changed hands within a candle, in stroops of XLM: a hundredth of what must stand in a book. */
function smallest({ rules }: Look): bigint {
  return rules.minDepth / 100n;
}

function smallestInUsd(look: Look, size: PointSize, dollars: Parameters<typeof dollarsAt>[0]): bigint {
  const price = dollarsAt(dollars, look.head.closedAt.getTime(), size);
  return price ? (smallest(look) * price.n) / price.d : smallest(look);
}

interface Found {
  readonly usd: Fraction | null;
  readonly xlm: Fraction | null;
  readonly readings?: PriceDocument["readings"];
  readonly why?: PriceDocument["why"];
}

async function store(
  { database }: Runtime,
  document: PriceDocument,
  { head }: Look,
  { usd, xlm, readings = [], why = null }: Found,
): Promise<void> {
  const { _id } = document;
  const at = head.closedAt;
  const former = knownPriceOf(document);
  const told = { usd: usd && priceText(usd.n, usd.d), xlm: xlm && priceText(xlm.n, xlm.d), at };
  const lastUsd = told.usd === null ? former.usd : { price: told.usd, at };
  const lastXlm = told.xlm === null ? former.xlm : { price: told.xlm, at };
  const before = usd && (await usdDayBefore(database, _id, at.getTime()));
  const fields = {
    ...told,
    ...(lastUsd && { lastUsd }),
    ...(lastXlm && { lastXlm }),
    change24h: changeBetween(before, usd),
    ledger: head.sequence,
    why,
    readings: [...readings],
    historyUntil: at,
  };
  await database.transaction((session) => priceCollection(database).updateOne({ _id }, { $set: fields }, { session }));
}

/** The price as it stands, until there are readings enough for another. */
function standing({ xlm }: PriceDocument): Fraction | null {
  return xlm === null ? null : readPrice(xlm);
}

async function keepReadings(
  { database, clock }: Runtime,
  { _id }: PriceDocument,
  readings: PriceDocument["readings"],
): Promise<void> {
  const fields = { readings: [...readings], dueAt: new Date(clock.now().getTime() + UNSETTLED_EVERY_MS) };
  await database.transaction((session) => priceCollection(database).updateOne({ _id }, { $set: fields }, { session }));
}
