import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import type { PoolCheckOutput } from "#schemas/market-making-calls.ts";
import { Standing } from "./pool-list.tsx";
import { CheckedLadder, MayLose, SettingsFacts } from "./reviewed-pool.tsx";
import { RiskBox } from "#pwa/parts/trading/risk-box.tsx";
import type { MarketPool } from "./use-market-pools.ts";

interface StartSheetProps {
  readonly pool: MarketPool;
  readonly onClose: () => void;
}

/** Starts a pool that is stopped: the ladder as it would stand, and the one confirmation. */
export function StartSheet({ pool, onClose }: StartSheetProps) {
  const { uid, terms } = pool;
  const [isAccepted, setAccepted] = useState(false);
  const calls = useMemo(() => callsFor(uid), [uid]);
  const confirmation = useConfirmation(
    calls,
    what("market-start", { base: codeOf(terms.base), quote: codeOf(terms.quote) }),
  );
  const { state } = confirmation;
  return (
    <ReviewSheet
      title={t`Start this pool?`}
      label={t`Confirm and start`}
      isHeldBack={!isAccepted || isProofMissing(confirmation)}
      renderPlaced={() => (
        <Notice tone="success" title={t`It makes a market`}>
          <Trans>Its offers stand in the book within a few ledgers. You can pause or drain it at any time.</Trans>
        </Notice>
      )}
      confirmation={confirmation}
      onClose={onClose}
    >
      {"check" in state ? (
        <>
          <Standing pool={pool} />
          <MayLose />
          <CheckedLadder pair={terms} priceMargin={terms.priceMargin} check={state.check} />
          <SettingsFacts pair={terms} settings={terms} />
          <p className="text-sm text-ink-2">
            <Trans>Its stops count from now on: the price, its height and the day begin anew.</Trans>
          </p>
          <RiskBox isAccepted={isAccepted} onAccept={setAccepted} />
        </>
      ) : null}
      <TradeProof confirmation={confirmation} isHeldBack={!isAccepted} />
    </ReviewSheet>
  );
}

/** Nothing is confirmed before the risk is accepted, so that it is looked at as it would be confirmed. */
function callsFor(uid: string): ConfirmationCalls<PoolCheckOutput> {
  const start = { uid, riskAccepted: true };
  return {
    look: (signal) => call(MARKET_MAKING_ENDPOINTS.checkPoolStart, { body: start, signal }),
    confirm: async (check, idempotencyKey, proof) => {
      const body = { start, ...confirmationOf(check, idempotencyKey, proof) };
      const { status } = await call(MARKET_MAKING_ENDPOINTS.startPool, { body });
      return { placed: { uid, state: status } };
    },
  };
}
