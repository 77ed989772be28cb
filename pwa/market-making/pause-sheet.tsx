import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useCallback } from "react";
import { useInsisting } from "#pwa/parts/confirming/use-insisting.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import { pairWords } from "#pwa/parts/market-making/pool-words.ts";
import type { MarketPool } from "./use-market-pools.ts";

interface PauseSheetProps {
  readonly pool: MarketPool;
  readonly onClose: () => void;
}

/** One plain question. It asks for nothing else, and tries until the server has answered. */
export function PauseSheet({ pool: { uid, terms, status }, onClose }: PauseSheetProps) {
  const { state, begin } = useInsisting(
    useCallback((signal) => call(MARKET_MAKING_ENDPOINTS.stopPool, { body: { uid }, signal }), [uid]),
  );
  const isPaused = state.step === "done" || status !== "active";
  return (
    <Sheet
      onClose={onClose}
      title={isPaused ? t({ message: "Paused", context: "state of a market-making pool" }) : t`Pause this pool?`}
      footer={
        isPaused ? (
          <Button onClick={onClose}>
            <Trans context="button">Done</Trans>
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              <Trans context="a market-making pool">Let it run</Trans>
            </Button>
            <Button variant="danger" loading={state.step === "trying"} onClick={begin}>
              <Trans>Pause it</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-sm font-semibold">{pairWords(terms)}</p>
        {isPaused ? (
          <p role="status" className="flex items-center gap-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-5 text-up" />
            <Trans>Nothing new is offered. What stands in the book is taken out within a few ledgers.</Trans>
          </p>
        ) : null}
        {state.step === "trying" && state.tries > 0 ? (
          <Notice tone="warn" title={t`Not paused yet`}>
            <Trans>The server did not answer. It is asked again and again while this stands open.</Trans>
          </Notice>
        ) : null}
        {state.step === "refused" ? <Notice tone="error">{state.message}</Notice> : null}
        <p className="text-sm text-ink-2">
          <Trans>
            All its offers are taken out. Its money stays in its wallets, and changes its worth with the price. Somebody
            may still trade with an offer until a ledger has taken it out.
          </Trans>
        </p>
      </div>
    </Sheet>
  );
}
