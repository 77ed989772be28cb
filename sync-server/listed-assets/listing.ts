import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** An asset that this server lists, as its stellar.toml tells of it. */
export interface ListedAsset extends AssetName {
  readonly name: string;
  readonly description: string;
  readonly conditions: string;
  readonly displayDecimals: number;
}

/** Two listed assets (or one and XLM) that trade against each other. */
export interface ListedPair {
  readonly base: AssetName;
  readonly counter: AssetName;
  /** Hex id of their liquidity pool. */
  readonly pool: string;
}

/** What this server lists: the assets and pairs of the network's demo market, where it has one. */
export interface Listing {
  readonly assets: readonly ListedAsset[];
  readonly pairs: readonly ListedPair[];
}

const TIMEOUT_MS = 5000;
const NOTHING: Listing = { assets: [], pairs: [] };

const Named = v.pipe(
  v.object({ code: v.string(), issuer: v.optional(v.string()) }),
  v.transform(({ code, issuer }): AssetName => (issuer === undefined ? NATIVE : { assetCode: code, issuer })),
);

const DemoAnswer = v.object({
  assets: v.array(
    v.pipe(
      v.object({
        code: v.string(),
        issuer: v.string(),
        name: v.string(),
        description: v.string(),
        conditions: v.string(),
        displayDecimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)),
      }),
      v.transform(({ code, ...asset }) => ({ assetCode: code, ...asset })),
    ),
  ),
  pairs: v.array(v.object({ base: Named, counter: Named, pool: v.string() })),
});

/**
 * Reads what is listed, from the network once and then from memory: it does not change while the network runs.
 * Throws "network-unreachable" while the network does not answer.
 */
export function listingReader({ config }: Pick<Runtime, "config">): () => Promise<Listing> {
  const { demoUrl } = config.stellar;
  if (demoUrl === null) return () => Promise.resolve(NOTHING);
  let known: Listing | null = null;
  return async () => {
    known ??= await askNetwork(demoUrl);
    return known;
  };
}

async function askNetwork(demoUrl: string): Promise<Listing> {
  const answer: unknown = await fetch(demoUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`answered ${response.status}`))))
    .catch((error: unknown) => {
      throw new AppError("network-unreachable", {}, { cause: error });
    });
  return v.parse(DemoAnswer, answer);
}
