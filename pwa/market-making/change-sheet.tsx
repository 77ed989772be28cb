import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useKnownAssets } from "#pwa/parts/assets/use-known-assets.ts";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { type ConfirmationCalls, useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";
import { focusFirstIssue } from "#pwa/parts/forms/form-issues.ts";
import { stillWrong } from "#pwa/parts/forms/still-wrong.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { confirmationOf } from "#pwa/parts/trading/agreed.ts";
import { isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { MARKET_MAKING_ENDPOINTS } from "#schemas/endpoints/market-making.ts";
import type { PoolCheckOutput } from "#schemas/market-making-calls.ts";
import type { PoolSettings, PoolTerms } from "#schemas/market-making.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { DraftFigure } from "./draft-figure.tsx";
import { referenceOf } from "./draft-ladder.ts";
import { LadderFields } from "./ladder-step.tsx";
import { draftOf, type PoolDraft, type PoolProblems, readDraft } from "./pool-draft.ts";
import { ReferenceStep } from "./reference-step.tsx";
import { CheckedLadder, SettingsFacts } from "./reviewed-pool.tsx";
import { InventoryFields, StopFields } from "./stops-step.tsx";
import type { MarketPool } from "./use-market-pools.ts";
import { useReference } from "./use-reference.ts";

interface ChangeSheetProps {
  readonly pool: MarketPool;
  readonly isOnline: boolean;
  readonly onClose: () => void;
}

/** Gives a pool other settings, running or not: the form, then its review. */
export function ChangeSheet({ pool, isOnline, onClose }: ChangeSheetProps) {
  const [draft, setDraft] = useState<PoolDraft>(() => draftOf(pool.terms));
  const [told, setTold] = useState<PoolProblems>({});
  const [reviewed, setReviewed] = useState<PoolSettings | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const known = useKnownAssets();
  const read = readDraft(draft);
  useEffect(() => {
    if (Object.keys(told).length > 0 && form.current !== null) focusFirstIssue(form.current);
  }, [told]);
  if (reviewed !== null)
    return <ChangeReview pool={pool} settings={reviewed} onBack={() => setReviewed(null)} onClose={onClose} />;
  function submit(event: FormEvent) {
    event.preventDefault();
    setTold(read.problems ?? {});
    if (read.terms !== null) setReviewed(settingsOf(read.terms));
  }
  const wrong = stillWrong(told, read.problems);
  // Its wallets stay as many as they are: where they are too many, it is the offers that are too few.
  const levels = wrong.levels ?? wrong.walletCount;
  const fields = { draft, problems: levels === undefined ? wrong : { ...wrong, levels }, onDraft: setDraft };
  return (
    <Sheet
      size="lg"
      onClose={onClose}
      title={t`Change settings`}
      description={t`What is in the pool stays in it.`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t({ message: "Close", context: "button" })}
          </Button>
          <Button type="submit" form="change-pool" disabled={!isOnline}>
            <Trans>Review</Trans>
          </Button>
        </>
      }
    >
      <form id="change-pool" ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
        <Figure pool={pool} draft={draft} />
        <LadderFields {...fields} />
        <Heading>{t`What it stands around`}</Heading>
        <ReferenceStep {...fields} known={known} />
        <Heading>{t`When it stops`}</Heading>
        <StopFields {...fields} />
        <InventoryFields {...fields} />
      </form>
    </Sheet>
  );
}

function Heading({ children }: { readonly children: string }) {
  return <h3 className="-mb-3 text-base font-semibold">{children}</h3>;
}

/** The ladder by these settings, of what the pool has now. */
function Figure({ pool, draft }: { readonly pool: MarketPool; readonly draft: PoolDraft }) {
  const { baseBalance, quoteBalance, offers } = pool;
  const reference = useMemo(() => referenceOf(draft), [draft]);
  const seen = useReference(draft, reference, offers);
  const holding = { base: parseAmount(baseBalance), quote: parseAmount(quoteBalance) };
  return <DraftFigure draft={draft} seen={seen} holding={holding} />;
}

interface ChangeReviewProps {
  readonly pool: MarketPool;
  readonly settings: PoolSettings;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function ChangeReview({ pool: { uid, terms }, settings, onBack, onClose }: ChangeReviewProps) {
  const calls = useMemo(() => callsFor(uid, settings), [uid, settings]);
  const confirmation = useConfirmation(
    calls,
    what("market-change", { base: codeOf(terms.base), quote: codeOf(terms.quote) }),
  );
  const { state } = confirmation;
  return (
    <ReviewSheet
      title={t`Check before you change it`}
      label={t`Confirm`}
      isHeldBack={isProofMissing(confirmation)}
      renderPlaced={() => (
        <Notice tone="success" title={t`Its settings are changed`}>
          <Trans>A running pool moves its offers within a few ledgers.</Trans>
        </Notice>
      )}
      confirmation={confirmation}
      onClose={onBack}
      onDone={onClose}
    >
      {"check" in state ? (
        <>
          <CheckedLadder pair={terms} priceMargin={settings.priceMargin} check={state.check} />
          <SettingsFacts pair={terms} settings={settings} />
        </>
      ) : null}
      <TradeProof confirmation={confirmation} />
    </ReviewSheet>
  );
}

function settingsOf(terms: PoolTerms): PoolSettings {
  const { base: _, quote: __, baseAmount: ___, quoteAmount: ____, walletCount: _____, ...settings } = terms;
  return settings;
}

function callsFor(uid: string, settings: PoolSettings): ConfirmationCalls<PoolCheckOutput> {
  const change = { uid, settings };
  return {
    look: (signal) => call(MARKET_MAKING_ENDPOINTS.checkPoolChange, { body: change, signal }),
    confirm: async (check, idempotencyKey, proof) => {
      const body = { change, ...confirmationOf(check, idempotencyKey, proof) };
      const { status } = await call(MARKET_MAKING_ENDPOINTS.changePool, { body });
      return { placed: { uid, state: status } };
    },
  };
}
