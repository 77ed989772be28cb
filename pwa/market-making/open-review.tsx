import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useMemo, useState } from "react";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { TradeCosts } from "#pwa/parts/trading/trade-costs.tsx";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useRow } from "#pwa/platform/db/use-rows.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import type { PoolCheckOutput } from "#schemas/market-making-calls.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import { BoundFacts, CheckedLadder, MayLose, SettingsFacts } from "./reviewed-pool.tsx";
import { RiskBox } from "#pwa/parts/trading/risk-box.tsx";

interface OpenReviewProps {
  readonly terms: PoolTerms;
  readonly onOpened: () => void;
  readonly onShow: (uid: string) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** All that is agreed to with a pool, and its one confirmation. */
export function OpenReview({ terms, onOpened, onShow, onBack, onClose }: OpenReviewProps) {
  const [isAccepted, setAccepted] = useState(false);
  const calls = useMemo(() => callsFor(terms), [terms]);
  const confirmation = useConfirmation(
    calls,
    what("market-pool", { base: codeOf(terms.base), quote: codeOf(terms.quote) }),
  );
  const { state, idempotencyKey, learn } = confirmation;
  // It is called by the key that it was confirmed with: where the answer got lost, its row is the answer.
  const { row } = useRow("liquidity_pools", idempotencyKey);
  useEffect(() => {
    if (row !== null) learn({ placed: { uid: row.uid, state: row.status } });
  }, [row, learn]);
  const isPlaced = state.step === "placed";
  useEffect(() => {
    if (isPlaced) onOpened();
  }, [isPlaced, onOpened]);
  return (
    <ReviewSheet
      title={t`Check before you open it`}
      label={t`Confirm and open`}
      isHeldBack={!isAccepted || isProofMissing(confirmation)}
      renderPlaced={({ uid }) => (
        <Notice tone="success" title={t`Its wallets are being opened`}>
          <p>
            <Trans>Once a ledger has them, start the pool on its page: until then it trades nothing.</Trans>
          </p>
          <Button variant="link" size="inline" onClick={() => onShow(uid)}>
            <Trans>Show it</Trans>
          </Button>
        </Notice>
      )}
      confirmation={confirmation}
      onClose={onBack}
      onDone={onClose}
    >
      {"check" in state ? (
        <>
          <MayLose />
          <CheckedLadder pair={terms} priceMargin={terms.priceMargin} check={state.check} />
          <BoundFacts terms={terms} check={state.check} />
          <SettingsFacts pair={terms} settings={terms} />
          <TradeCosts check={state.check} />
          <RiskBox isAccepted={isAccepted} onAccept={setAccepted} />
        </>
      ) : null}
      <TradeProof confirmation={confirmation} isPayment isHeldBack={!isAccepted} />
    </ReviewSheet>
  );
}

/** Nothing is confirmed before the risk is accepted, so that it is looked at as it would be confirmed. */
function callsFor(terms: PoolTerms): ConfirmationCalls<PoolCheckOutput> {
  const pool = { terms, riskAccepted: true };
  return {
    look: (signal) => call(MARKET_MAKING_ENDPOINTS.checkPool, { body: pool, signal }),
    confirm: async (check, idempotencyKey, proof) => {
      const body = { pool, ...confirmationOf(check, idempotencyKey, proof) };
      const { uid, status } = await call(MARKET_MAKING_ENDPOINTS.openPool, { body });
      return { placed: { uid, state: status } };
    },
  };
}
