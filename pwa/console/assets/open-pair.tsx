import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Code } from "#pwa/console/desk/code.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import type { Listing } from "./asset-draft.ts";
import { shortKey } from "./asset-words.ts";
import { poolText } from "./pair-columns.tsx";
import type { PairRow } from "./pair-rows.ts";
import { PairsSheet } from "./pairs-sheet.tsx";

interface OpenPairProps {
  readonly row: PairRow;
  readonly listing: Listing;
}

/** One pair with its pool. */
export function OpenPair({ row, listing }: OpenPairProps) {
  const may = useMay();
  const [isRemoving, setRemoving] = useState(false);
  const { base, quote, place, pool, poolId } = row;
  return (
    <div className="flex flex-col gap-4 text-sm">
      {pool === null ? (
        <Notice>{t`Nobody has made this pool so far: the first deposit does, and people find it here.`}</Notice>
      ) : null}
      <Facts
        facts={[
          { name: t`First asset`, value: <bdi dir="ltr">{shortKey(base)}</bdi> },
          { name: t`Second asset`, value: <bdi dir="ltr">{shortKey(quote)}</bdi> },
          { name: t({ message: "Place", context: "in a list" }), value: formatCount(place) },
          { name: t({ message: "Pool", context: "of two assets" }), value: poolText(row) },
          { name: t`Accounts in the pool`, value: formatCount(pool?.holders ?? 0) },
          { name: t`Id of the pool`, value: <Code text={poolId} /> },
        ]}
      />
      {may(LISTING_ENDPOINTS.setPairs) ? (
        <div>
          <Button variant="secondary" onClick={() => setRemoving(true)}>
            <Trans>Put it forward no more</Trans>
          </Button>
        </div>
      ) : null}
      {isRemoving ? (
        <PairsSheet listing={listing} removed={{ base, quote }} onClose={() => setRemoving(false)} />
      ) : null}
    </div>
  );
}
