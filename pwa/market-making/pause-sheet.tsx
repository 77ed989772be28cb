import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback } from "react";
import { InsistingSheet } from "#pwa/parts/confirming/insisting-sheet.tsx";
import { useInsisting } from "#pwa/parts/confirming/use-insisting.ts";
import { pairWords } from "#pwa/parts/market-making/pool-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import type { MarketPool } from "./use-market-pools.ts";

interface PauseSheetProps {
  readonly pool: MarketPool;
  readonly onClose: () => void;
}

export function PauseSheet({ pool: { uid, terms, status }, onClose }: PauseSheetProps) {
  const insisting = useInsisting(
    useCallback((signal) => call(MARKET_MAKING_ENDPOINTS.stopPool, { body: { uid }, signal }), [uid]),
  );
  const isPaused = insisting.state.step === "done" || status !== "active";
  return (
    <InsistingSheet
      insisting={insisting}
      isDone={isPaused}
      onClose={onClose}
      title={isPaused ? t({ message: "Paused", context: "state of a market-making pool" }) : t`Pause this pool?`}
      about={pairWords(terms)}
      done={<Trans>Nothing new is offered. What stands in the book is taken out within a few ledgers.</Trans>}
      keep={<Trans context="a market-making pool">Let it run</Trans>}
      act={<Trans>Pause it</Trans>}
      notYet={t`Not paused yet`}
    >
      <Trans>
        All its offers are taken out. Its money stays in its wallets, and changes its worth with the price. Somebody may
        still trade with an offer until a ledger has taken it out.
      </Trans>
    </InsistingSheet>
  );
}
