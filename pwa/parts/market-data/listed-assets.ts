import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { call } from "#pwa/platform/api/call.ts";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import { ListedAssetsOutput } from "#schemas/trustlines.ts";

const LISTED_KEY = "astrolabe.listed-assets";
const kept = keptText(LISTED_KEY, v.object({ answer: ListedAssetsOutput }), null);

/** The assets that this service lists, XLM not among them; whichever screen asks, the device keeps the answer. */
export const LISTED_QUESTION = queryOptions({
  queryKey: ["listed assets"],
  queryFn: async ({ signal }) => {
    const answer = await call(ASSETS_ENDPOINTS.listedAssets, { signal });
    kept.keep({ answer });
    return answer;
  },
});

/** What is listed, as this device was last told; null where it never was. */
export function readKeptListed(): ListedAssetsOutput | null {
  return kept.read()?.answer ?? null;
}
