import type { FastifyInstance } from "fastify";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { PricePoint } from "#schemas/markets.ts";
import { route } from "#server/platform/http/route.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey, assetOfKey, isSameAsset, NATIVE } from "#server/platform/network/assets.ts";
import { readHistory } from "./history.ts";
import { priceCollection, type PriceDocument, priceOf } from "./store.ts";
import { assetsOf, wantOwn } from "./wanted.ts";

/** Serves what assets are worth. `onWanted` says that an asset is wanted of which nothing is known yet. */
export function registerPriceRoutes(app: FastifyInstance, runtime: Runtime, onWanted: () => void): void {
  const { database, clock } = runtime;

  route(app, ENDPOINTS.prices, async ({ session }) => {
    const { own, isNew } = await wantOwn(runtime, session.userId);
    if (isNew) onWanted();
    const documents = await priceCollection(database)
      .find({ $or: [{ isListed: true }, { _id: { $in: own.map(assetKey) } }] }, { sort: { _id: 1 } })
      .toArray();
    const native = documents.find((document) => isSameAsset(document, NATIVE));
    return {
      asOfLedger: native?.ledger ?? 0,
      at: native?.at?.toISOString() ?? null,
      prices: documents.map(priceOf).filter((price) => price !== null),
    };
  });

  route(app, ENDPOINTS.priceHistory, async ({ session, query }) => {
    const { asset, range } = query;
    const document = await priceCollection(database).findOne({ _id: asset });
    // What other people hold is nobody's business.
    const own = document?.isListed === true ? [] : await assetsOf(runtime, session.userId);
    if (!document || (!document.isListed && !own.some((held) => isSameAsset(held, assetOfKey(asset)))))
      return { points: [] };
    const points = await readHistory(database, asset, range, (document.at ?? clock.now()).getTime());
    return { points: withNow(points, document) };
  });
}

/** The price as it stands is the last point of a curve. */
function withNow(points: readonly PricePoint[], { at, usd, xlm }: PriceDocument): PricePoint[] {
  const last = points.at(-1);
  const isNewer = at !== null && (last === undefined || Date.parse(last.at) < at.getTime());
  return isNewer && (usd ?? null) !== null ? [...points, { at: at.toISOString(), usd, xlm }] : [...points];
}
