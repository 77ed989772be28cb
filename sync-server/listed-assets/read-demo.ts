import * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import type { StoredListing } from "./stored-listing.ts";

const TIMEOUT_MS = 5000;
/** The code of the demo's asset that stands for the US dollar. */
const DEMO_DOLLAR = "USDC";

const Named = v.pipe(
  v.object({ code: v.string(), issuer: v.optional(v.string()) }),
  v.transform(({ code, issuer }) => (issuer === undefined ? NATIVE_CODE : `${code}-${issuer}`)),
);

const DemoAnswer = v.object({
  assets: v.array(
    v.object({
      code: v.string(),
      issuer: v.string(),
      name: v.string(),
      description: v.string(),
      conditions: v.string(),
      displayDecimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)),
    }),
  ),
  pairs: v.array(v.object({ base: Named, counter: Named })),
});

/** What the network's demo market lists, as the first list of a server. Throws "network-unreachable". */
export async function readDemo(demoUrl: string, now: Date): Promise<Omit<StoredListing, "version">> {
  const answer: unknown = await fetch(demoUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`answered ${response.status}`))))
    .catch((error: unknown) => {
      throw new AppError("network-unreachable", {}, { cause: error });
    });
  const { assets, pairs } = v.parse(DemoAnswer, answer);
  const dollar = assets.find(({ code }) => code === DEMO_DOLLAR);
  return {
    assets: assets.map(({ code, ...asset }, order) => ({
      ...asset,
      assetCode: code,
      website: null,
      picture: code.toLowerCase(),
      order,
      isFeatured: false,
      isOwn: true,
      state: "listed",
      since: now.toISOString(),
    })),
    pairs: pairs.map(({ base, counter }) => ({ base, quote: counter })),
    dollar: dollar ? assetKey({ assetCode: dollar.code, issuer: dollar.issuer }) : null,
  };
}
