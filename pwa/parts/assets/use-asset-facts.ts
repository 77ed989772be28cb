import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { ASSETS_ENDPOINTS } from "#schemas/endpoints/assets.ts";
import type { AssetFacts } from "#schemas/trustlines.ts";
import type { AssetName } from "./asset-key.ts";
import type { Balance } from "./balances.ts";
import { keepFacts, readKeptFacts } from "./kept-facts.ts";

const FRESH_MS = 60_000;

type Held = Pick<Balance, "uid" | "issuer">;

/**
 * What is known of the assets the user holds, by `CODE-ISSUER`, as this device was last told; asked for anew where that is
 * more than a minute ago. An asset just added is asked for at once.
 */
export function useHeldFacts(userId: number, rows: readonly Held[]): ReadonlyMap<string, AssetFacts> {
  // In one order: screens that sort otherwise ask one question.
  const held = rows
    .filter(({ issuer }) => issuer !== "")
    .map(({ uid }) => uid)
    .toSorted()
    .join(" ");
  const { data } = useQuery({
    queryKey: ["held assets", userId, held],
    queryFn: async ({ signal }) => {
      const { assets } = await call(ASSETS_ENDPOINTS.heldAssets, { signal });
      const kept = { readAtMs: nowMs(), assets };
      keepFacts(userId, kept);
      return kept;
    },
    enabled: held !== "",
    staleTime: FRESH_MS,
  });
  const kept = useMemo(() => data ?? readKeptFacts(userId), [data, userId]);
  return useMemo(() => new Map(kept?.assets.map((asset) => [assetKeyOf(asset), asset])), [kept]);
}

/** What is known of an asset that the user does not hold; asked only where there is one to ask for. */
export function useLookUp(asset: AssetName | null): {
  readonly facts: AssetFacts | null;
  readonly problem: string | null;
  readonly isPending: boolean;
} {
  const { data, error, isLoading } = useQuery({
    queryKey: ["asset", asset?.assetCode ?? "", asset?.issuer ?? ""],
    queryFn: ({ signal }) =>
      call(ASSETS_ENDPOINTS.lookUpAsset, { query: { code: asset?.assetCode, issuer: asset?.issuer }, signal }),
    enabled: asset !== null,
    staleTime: FRESH_MS,
  });
  return {
    facts: data?.assets[0] ?? null,
    problem: error === null ? null : sentenceOf(error, t`What is known of this asset could not be read.`),
    isPending: isLoading,
  };
}
