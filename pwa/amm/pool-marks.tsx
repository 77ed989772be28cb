import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import type { KnownAsset } from "#pwa/parts/assets/use-known-assets.ts";
import type { PoolSummary } from "#schemas/market-data.ts";

interface PoolMarksProps {
  readonly pool: Pick<PoolSummary, "assetA" | "assetB">;
  readonly keys: readonly [string, string];
  readonly byKey: ReadonlyMap<string, KnownAsset>;
}

/** The pictures of both assets, one over the other. */
export function PoolMarks({ pool: { assetA, assetB }, keys: [keyA, keyB], byKey }: PoolMarksProps) {
  return (
    <span aria-hidden="true" className="flex shrink-0">
      <AssetMark asset={assetA} image={byKey.get(keyA)?.image ?? null} />
      <span className="-ms-3">
        <AssetMark asset={assetB} image={byKey.get(keyB)?.image ?? null} />
      </span>
    </span>
  );
}
