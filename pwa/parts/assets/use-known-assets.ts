import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import type { AssetName } from "./asset-key.ts";
import { LISTED_QUESTION } from "#pwa/parts/market-data/listed-assets.ts";
import { useHeldFacts } from "./use-asset-facts.ts";
import { type Balance, sortBalances } from "./balances.ts";

/** An asset that can be chosen: held, listed, or both. */
export interface KnownAsset extends AssetName {
  /** `XLM` or `CODE-ISSUER`. */
  readonly key: string;
  readonly name: string | null;
  readonly image: string | null;
  /** Null where it is not held. */
  readonly balance: Balance | null;
  readonly isListed: boolean;
}

export interface KnownAssets {
  /** What is held first, XLM before all. */
  readonly assets: readonly KnownAsset[];
  readonly byKey: ReadonlyMap<string, KnownAsset>;
  readonly isLoading: boolean;
  /** Whether the service is being asked what it lists, for the first time. */
  readonly isListLoading: boolean;
  /** Whether the service ever said what it lists; until then `isListed` of what is held says no. */
  readonly isListKnown: boolean;
}

/** XLM, what the account holds, and what this service lists; offline, what is held. */
export function useKnownAssets(): KnownAssets {
  const { user } = useSession();
  const { rows, isLoading } = useRows("balances");
  const listed = useQuery({ ...LISTED_QUESTION, refetchOnReconnect: true, enabled: user !== null });
  const facts = useHeldFacts(user?.id ?? 0, rows);
  return useMemo(() => {
    const balances = sortBalances(rows);
    const listedByKey = new Map((listed.data?.assets ?? []).map((asset) => [assetKeyOf(asset), asset]));
    const found = new Map<string, KnownAsset>([[NATIVE_CODE, XLM]]);
    for (const balance of balances) {
      const { uid: key, assetCode, issuer } = balance;
      if (issuer === "") found.set(NATIVE_CODE, { ...XLM, balance });
      else {
        const known = listedByKey.get(key) ?? facts.get(key);
        const [name, image] = [known?.name ?? null, known?.image ?? null];
        found.set(key, { key, assetCode, issuer, name, image, balance, isListed: listedByKey.has(key) });
      }
    }
    for (const [key, { assetCode, issuer, name, image }] of listedByKey)
      if (!found.has(key)) found.set(key, { key, assetCode, issuer, name, image, balance: null, isListed: true });
    return {
      assets: [...found.values()],
      byKey: found,
      isLoading,
      isListLoading: listed.isLoading,
      isListKnown: listed.data !== undefined,
    };
  }, [rows, listed.data, listed.isLoading, facts, isLoading]);
}

const XLM: KnownAsset = {
  key: NATIVE_CODE,
  assetCode: NATIVE_CODE,
  issuer: "",
  get name() {
    return t`Stellar Lumens`;
  },
  image: null,
  balance: null,
  isListed: true,
};
