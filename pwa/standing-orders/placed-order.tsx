import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { isTradeRow } from "#pwa/parts/trading/standing-parts.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { isByPrice } from "#schemas/standing-legs.ts";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { StandingState } from "./standing-state.tsx";

/** That a standing order was taken, and where it stands; `uid` is its row's. */
export function PlacedOrder({ terms, uid }: { readonly terms: StandingTerms; readonly uid: string }) {
  const { row } = useRow("durable_orders", uid);
  return (
    <div role="status" aria-live="polite" className="flex flex-col items-center py-4 text-center">
      <CircleCheck aria-hidden="true" className="size-14 text-up" />
      <p className="mt-4 text-lg font-semibold">
        {isByPrice(terms) ? t`Placed: it waits for its price` : t`Placed: it runs by itself`}
      </p>
      <p className="mt-1 max-w-sm text-sm text-ink-2">
        <Trans>
          It is among your standing orders, and goes on while this device is switched off. You are told what becomes of
          it.
        </Trans>
      </p>
      {row === null || !isTradeRow(row) ? null : (
        <div className="mt-4">
          <StandingState row={row} />
        </div>
      )}
    </div>
  );
}
