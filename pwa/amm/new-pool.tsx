import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { SelectField } from "#pwa/ui/select.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { KnownAsset, KnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { DepositForm } from "./deposit-form.tsx";
import { nameOfPool } from "./pool-words.ts";
import type { ShownPool } from "./use-pools.ts";

interface NewPoolProps {
  readonly known: KnownAssets;
  readonly pools: readonly ShownPool[];
  readonly isOnline: boolean;
  /** Shows a pool that there is already. */
  readonly onOpen: (poolId: string) => void;
  readonly onClose: () => void;
}

/** Makes a pool of two assets that one holds, by the first deposit into it. */
export function NewPool({ known, pools, isOnline, onOpen, onClose }: NewPoolProps) {
  const held = known.assets.filter(({ balance }) => balance !== null);
  const [keys, setKeys] = useState<readonly [string, string]>([held[0]?.key ?? "", held[1]?.key ?? ""]);
  const [one, other] = keys;
  const found = pools.find(
    ({ assetA, assetB }) => (assetA === one && assetB === other) || (assetA === other && assetB === one),
  );
  const options = held.map((asset) => ({ value: asset.key, label: labelOf(asset) }));
  return (
    <Sheet onClose={onClose} title={t`New pool`} description={t`The first deposit makes it.`}>
      {held.length < 2 ? (
        <Notice>
          <Trans>A pool is of two assets. You hold one so far: swap some of it, or add another asset first.</Trans>
        </Notice>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="grid gap-3 sm:grid-cols-2">
            <SelectField
              label={t`First asset`}
              options={options}
              value={one}
              onValueChange={(key) => setKeys([key, other])}
            />
            <SelectField
              label={t`Second asset`}
              options={options}
              value={other}
              error={one === other ? t`Choose two different assets.` : undefined}
              onValueChange={(key) => setKeys([one, key])}
            />
          </div>
          {one === other ? null : found === undefined ? (
            <DepositForm
              key={`${one} ${other}`}
              target={{ assetA: one, assetB: other, state: null }}
              {...{ known, isOnline }}
            />
          ) : (
            <>
              <Notice>
                <Trans>There is a pool of {{ pool: nameOfPool(found.pool) }} already.</Trans>
              </Notice>
              <Button onClick={() => onOpen(found.pool.poolId)}>
                <Trans>Look at it</Trans>
              </Button>
            </>
          )}
        </div>
      )}
    </Sheet>
  );
}

function labelOf({ assetCode, issuer }: KnownAsset): string {
  return issuer === "" ? assetCode : `${assetCode} (${shortenAddress(issuer)})`;
}
