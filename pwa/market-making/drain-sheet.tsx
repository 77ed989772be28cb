import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { call } from "#pwa/platform/api/call.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import type { MarketPool } from "./use-market-pools.ts";

interface DrainSheetProps {
  readonly pool: MarketPool;
  readonly onClose: () => void;
}

/** One plain question, with what comes back. */
export function DrainSheet({ pool, onClose }: DrainSheetProps) {
  const { uid, terms, baseBalance, quoteBalance, xlmAside, status } = pool;
  const action = useAction();
  const isOnline = useOnline();
  const [isTaken, setTaken] = useState(false);
  const isDraining = isTaken || status === "draining" || status === "closed";
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  function drain() {
    action.run(async () => {
      await call(MARKET_MAKING_ENDPOINTS.drainPool, { body: { uid } });
      setTaken(true);
    });
  }
  return (
    <Sheet
      onClose={onClose}
      title={isDraining ? t`It gives everything back` : t`Drain this pool?`}
      footer={
        isDraining ? (
          <Button onClick={onClose}>
            <Trans context="button">Done</Trans>
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              <Trans context="a market-making pool">Keep it</Trans>
            </Button>
            <Button variant="danger" disabled={!isOnline} loading={action.isBusy} onClick={drain}>
              <Trans>Drain it</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isDraining ? (
          <p role="status" className="flex items-center gap-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-5 text-up" />
            <Trans>You are told once everything is in your account. You can close this.</Trans>
          </p>
        ) : (
          <p className="text-sm text-ink-2">
            <Trans>
              Its offers are taken out, everything in its wallets goes to your account, and the wallets are closed, so
              that their reserves come back too. This pool cannot be started again afterwards.
            </Trans>
          </p>
        )}
        <section aria-label={t`What comes back`}>
          <h3 className="text-sm font-semibold">
            <Trans>What comes back</Trans>
          </h3>
          <Facts
            facts={[
              { name: base, value: <Amount value={baseBalance} assetCode={base} /> },
              { name: quote, value: <Amount value={quoteBalance} assetCode={quote} /> },
              {
                name: t`Reserves and fees`,
                value: <Amount value={xlmAside} assetCode="XLM" />,
              },
            ]}
          />
          <p className="mt-1 text-sm text-ink-3">
            <Trans>
              Less a little XLM that the network takes for it. What is filled until then changes the amounts.
            </Trans>
          </p>
        </section>
        {action.notice === null ? null : <Notice tone="error">{action.notice}</Notice>}
      </div>
    </Sheet>
  );
}
