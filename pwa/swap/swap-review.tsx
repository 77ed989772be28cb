import { CheckLine } from "#pwa/ui/check-line.tsx";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { ReviewOutcome } from "#pwa/parts/confirming/review-parts.tsx";
import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import type { Submission } from "#pwa/parts/confirming/confirmation-state.ts";
import { isOver } from "#schemas/wallet.ts";
import { useConfirmation } from "#pwa/parts/confirming/use-confirmation.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { TakenBack } from "#pwa/parts/trading/taken-back.tsx";
import { AddedAssets, TradeCosts } from "#pwa/parts/trading/trade-costs.tsx";
import { outcomeWords } from "#pwa/parts/trading/outcome-words.ts";
import { GivenAway, isProofMissing, TradeProof } from "#pwa/parts/trading/trade-proof.tsx";
import { useMoved } from "#pwa/parts/trading/use-moved.ts";
import { Hash } from "#pwa/parts/history/movement-sheet.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { QuoteOutput } from "#schemas/market-data.ts";
import { QuoteFacts, Rate } from "./quote-facts.tsx";
import { type SwapLook, swapCalls, type WantedSwap } from "./swap-calls.ts";
import { impactOf, improvement, isWithin, movedWords } from "./swap-terms.ts";
import { useQuote } from "./use-quote.ts";
import { what } from "#pwa/parts/confirming/what-words.ts";

interface SwapReviewProps {
  readonly wanted: WantedSwap;
  /** The price that was shown when it was asked for. */
  readonly shown: QuoteOutput;
  /** Looks at it anew, at the price of now. */
  readonly onAnew: (shown: QuoteOutput) => void;
  readonly onClose: () => void;
  /** It was accepted, and needs not be typed again. */
  readonly onDone: () => void;
}

/** Everything that will be signed, in words, the one confirmation, and what becomes of it. */
export function SwapReview({ wanted, shown, onAnew, onClose, onDone }: SwapReviewProps) {
  const calls = useMemo(() => swapCalls(wanted), [wanted]);
  const confirmation = useConfirmation(
    calls,
    what("swap", { send: codeOf(wanted.question.send), receive: codeOf(wanted.question.receive) }),
  );
  const { state } = confirmation;
  const isOnline = useOnline();
  const [isImpactTaken, setImpactTaken] = useState(false);
  const look = "check" in state ? state.check : null;
  const live = useQuote(state.step === "review" ? wanted.question : null);
  const isGone = look !== null && state.step === "review" && live.quote !== null && !isWithin(look.terms, live.quote);
  const isHigh = look !== null && impactOf(look.quote).level === "high";
  return (
    <ReviewSheet
      title={state.step === "tracking" ? t`Your swap` : t`Check before you swap`}
      label={t`Confirm and swap`}
      isHeldBack={(isHigh && !isImpactTaken) || isProofMissing(confirmation)}
      offline={t`Swapping needs a connection.`}
      instead={
        isGone && live.quote !== null ? (
          <>
            <Button variant="ghost" onClick={onClose}>
              <Trans>Back</Trans>
            </Button>
            <Button onClick={() => onAnew(look.quote)} disabled={!isOnline}>
              <Trans>Look at the new price</Trans>
            </Button>
          </>
        ) : null
      }
      renderOutcome={(submission) => <Outcome {...{ wanted, submission, isOnline }} />}
      {...{ confirmation, onClose, onDone }}
    >
      {isGone && live.quote !== null ? (
        <Notice tone="error">{movedWords(wanted.question, look.quote, live.quote)}</Notice>
      ) : null}
      <GivenAway confirmation={confirmation} />
      {look === null ? null : (
        <Look look={look} wanted={wanted} shown={shown} isImpactTaken={isImpactTaken} onTakeImpact={setImpactTaken} />
      )}
      <TradeProof confirmation={confirmation} isHeldBack={isHigh && !isImpactTaken} />
    </ReviewSheet>
  );
}

/** A difference that a person should read of, in hundredths of a percent. */
const NOTED = -10n;

interface LookProps {
  readonly look: SwapLook;
  readonly wanted: WantedSwap;
  readonly shown: QuoteOutput;
  readonly isImpactTaken: boolean;
  readonly onTakeImpact: (isTaken: boolean) => void;
}

function Look({ look, wanted: { question }, shown, isImpactTaken, onTakeImpact }: LookProps) {
  const { quote, terms } = look;
  const impact = impactOf(quote);
  const [send, receive] = [codeOf(terms.send), codeOf(terms.receive)];
  return (
    <>
      <div className="rounded-md border border-line bg-surface-2 px-4 py-3">
        <p className="text-sm text-ink-3">{terms.direction === "send" ? t`You send exactly` : t`You send about`}</p>
        <p className="text-xl font-semibold">
          <Amount value={quote.sendAmount} assetCode={send} />
        </p>
        <p className="mt-2 text-sm text-ink-3">
          {terms.direction === "send" ? t`You receive about` : t`You receive exactly`}
        </p>
        <p className="text-xl font-semibold">
          <Amount value={quote.receiveAmount} assetCode={receive} />
        </p>
      </div>
      <p className="text-sm text-ink-2">
        {terms.direction === "send"
          ? t`If less than ${{ amount: formatAmountText(terms.receiveAmount) }} ${receive} would arrive, nothing is swapped.`
          : t`If more than ${{ amount: formatAmountText(terms.sendAmount) }} ${send} would leave, nothing is swapped.`}
      </p>
      {improvement(question.direction, shown, quote) <= NOTED ? (
        <Notice tone="warn">{movedWords(question, shown, quote)}</Notice>
      ) : null}
      <TakenBack check={look} />
      <AddedAssets check={look} />
      <QuoteFacts quote={quote} terms={terms} />
      <TradeCosts check={look} />
      {impact.level === "high" ? (
        <Notice tone="warn" title={t`This swap moves the market by ${{ percent: impact.text }}`}>
          <Trans>Too little is offered for so much at once. A smaller amount gets a better price.</Trans>
          <CheckLine className="mt-2" checked={isImpactTaken} onChange={onTakeImpact}>
            <Trans>I take this price all the same</Trans>
          </CheckLine>
        </Notice>
      ) : null}
    </>
  );
}

interface OutcomeProps {
  readonly wanted: WantedSwap;
  readonly submission: Submission;
  readonly isOnline: boolean;
}

function Outcome({ wanted: { question }, submission, isOnline }: OutcomeProps) {
  const moved = useMoved(submission, "swap");
  const sent = moved.out.find(({ asset }) => asset === question.send);
  const received = moved.in.find(({ asset }) => asset === question.receive);
  const verbs = {
    done: t`Swapped`,
    doneIn: (ledger: number) => t`Swapped in ledger ${ledger}`,
    notDone: t`Not swapped`,
    doing: t`Swapping`,
    doneText:
      received === undefined
        ? t`What was received reaches this device in a moment.`
        : t`You received ${{ amount: formatAmountText(received.amount) }} ${{ code: received.assetCode }}.`,
  };
  const isFailed = submission.state === "failed";
  return (
    <>
      <ReviewOutcome submission={submission} words={outcomeWords(verbs, submission, isOnline)} />
      <Facts
        facts={[
          ...(sent === undefined
            ? []
            : [
                {
                  name: t({ message: "Sent", context: "amount of a swap" }),
                  value: <Amount value={sent.amount} assetCode={sent.assetCode} direction="out" />,
                },
              ]),
          ...(received === undefined
            ? []
            : [
                {
                  name: t({ message: "Received", context: "amount of a swap" }),
                  value: <Amount value={received.amount} assetCode={received.assetCode} direction="in" />,
                },
              ]),
          ...(sent === undefined || received === undefined
            ? []
            : [
                {
                  name: t`Rate`,
                  value: (
                    <Rate
                      quote={{ sendAmount: sent.amount, receiveAmount: received.amount }}
                      send={sent.assetCode}
                      receive={received.assetCode}
                    />
                  ),
                },
              ]),
          ...(moved.fee === null
            ? []
            : [{ name: t`Network fee`, value: <Amount value={moved.fee} assetCode={NATIVE_CODE} /> }]),
          ...(submission.ledger === null
            ? []
            : [{ name: t`Ledger`, value: <span className="numeric">{submission.ledger}</span> }]),
          ...(submission.hash === null ? [] : [{ name: t`Hash`, value: <Hash hash={submission.hash} /> }]),
        ]}
      />
      {isFailed ? (
        <p className="text-sm text-ink-2">
          <Trans>Go back, and the price is asked for anew.</Trans>
        </p>
      ) : null}
      {isOver(submission) ? (
        <p className="text-sm">
          <Link to="/transactions" className="inline-flex min-h-6 items-center text-accent hover:underline">
            <Trans>See all transactions</Trans>
          </Link>
        </p>
      ) : null}
    </>
  );
}
