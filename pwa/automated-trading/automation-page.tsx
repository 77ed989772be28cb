import { dateWords } from "#pwa/parts/trading/figure-words.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { call } from "#pwa/platform/api/call.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatAmountText, formatCount, formatPercent } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { AUTOMATED_TRADING_ENDPOINTS } from "#schemas/endpoints/automated-trading.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { budgetOf, dayWords, MODE_NAMES, statusTone, statusWords } from "./automation-words.ts";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import { GoOnSheet } from "./go-on-sheet.tsx";
import { HoldingsCard } from "./holdings-card.tsx";
import { SummaryFacts } from "./pair-result.tsx";
import { ReplaysCard } from "./replays-card.tsx";
import { TermsFacts } from "./reviewed-terms.tsx";
import { SignalsCard } from "./signals-card.tsx";
import { type Automation, isOver } from "./use-automations.ts";

interface AutomationPageProps {
  readonly automation: Automation;
  readonly isOnline: boolean;
  readonly onStop: () => void;
  /** Begins a new one with the same settings. */
  readonly onAgain: () => void;
}

/** One automation: how it stands, what it has and said, and the ways to change that. */
export function AutomationPage({ automation, isOnline, onStop, onAgain }: AutomationPageProps) {
  const { terms, executionMode, tested } = automation;
  return (
    <div className="flex flex-col gap-4">
      <p>
        <Link
          to="/automated-trading"
          className="inline-flex min-h-6 items-center gap-1.5 text-sm text-ink-2 hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
          <Trans>All automations</Trans>
        </Link>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <StandingCard {...{ automation, isOnline, onStop, onAgain }} />
          <HoldingsCard automation={automation} />
          <ReplaysCard automation={automation} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <SignalsCard automation={automation} />
          <Card aria-labelledby="agreed-terms">
            <CardHeader id="agreed-terms" title={t`What was agreed`} />
            <TermsFacts terms={terms} mode={executionMode} />
            {tested.map((summary, at) => (
              <section key={terms.bases[at] ?? at} className="mt-4">
                <h3 className="text-sm font-semibold">
                  {t`Back-tested before: ${{ pair: `${codeOf(terms.bases[at] ?? "")} / ${codeOf(terms.quote)}` }}`}
                </h3>
                <SummaryFacts summary={summary} />
              </section>
            ))}
          </Card>
        </div>
      </div>
    </div>
  );
}

function StandingCard({ automation, isOnline, onStop, onAgain }: AutomationPageProps) {
  const { uid, status, reason, executionMode } = automation;
  const [isGoingOn, setGoingOn] = useState(false);
  const pausing = useAction();
  return (
    <Card aria-label={t`How it stands`}>
      <CardHeader
        title={MODE_NAMES[executionMode]}
        action={<Badge tone={statusTone(automation)}>{statusWords(automation)}</Badge>}
      />
      {reason === "" ? null : <Notice tone="warn">{saidWords(reason)}</Notice>}
      <StandingFacts automation={automation} />
      {pausing.notice === null ? null : <Notice tone="error">{pausing.notice}</Notice>}
      <div className="mt-3 flex flex-wrap gap-2">
        {isOver(automation) ? (
          <Button variant="secondary" onClick={onAgain}>
            <Trans>Start a new one with the same settings</Trans>
          </Button>
        ) : (
          <>
            <Button variant="danger" onClick={onStop}>
              <Trans context="an automation">Stop</Trans>
            </Button>
            {status === "active" ? (
              <Button
                variant="secondary"
                disabled={!isOnline}
                loading={pausing.isBusy}
                onClick={() =>
                  pausing.run(async () => {
                    await call(AUTOMATED_TRADING_ENDPOINTS.pauseAutomation, { body: { uid } });
                  })
                }
              >
                <Trans context="an automation">Pause</Trans>
              </Button>
            ) : null}
            {status === "inactive" ? null : (
              <Button variant="secondary" disabled={!isOnline} onClick={() => setGoingOn(true)}>
                {status === "paused"
                  ? t({ message: "Go on", context: "an automation" })
                  : t({ message: "Tell or trade", context: "an automation" })}
              </Button>
            )}
          </>
        )}
      </div>
      {isGoingOn ? <GoOnSheet automation={automation} onClose={() => setGoingOn(false)} /> : null}
    </Card>
  );
}

function StandingFacts({ automation }: { readonly automation: Automation }) {
  const { terms, profitLoss, tradeCount, height, spentDay, spentToday, lastTradeDate, startedAt, changedAt } =
    automation;
  const quote = codeOf(terms.quote);
  const money = (name: string, value: string) => ({ name, value: <Amount value={value} assetCode={quote} /> });
  return (
    <Facts
      facts={[
        { name: t`Profit or loss`, value: <Gain amount={profitLoss} assetCode={quote} /> },
        money(t`Budget of all pairs`, budgetOf(terms)),
        { name: t({ message: "Trades", context: "how many an automation made" }), value: formatCount(tradeCount) },
        money(t`Most it was worth`, height),
        { name: t`Pauses below that by`, value: formatPercent(String(terms.maxDrawdown)) },
        ...(spentDay === ""
          ? []
          : [
              {
                name: t`Purchases of ${{ day: dayWords(spentDay) }} (UTC)`,
                value: <span className="numeric">{spentWords(spentToday, terms.perDay, quote)}</span>,
              },
            ]),
        ...(lastTradeDate === null ? [] : [{ name: t`Last trade`, value: dateWords(lastTradeDate) }]),
        { name: t({ message: "Started", context: "when an automation was" }), value: dateWords(startedAt) },
        ...(isOver(automation)
          ? [{ name: t({ message: "Stopped", context: "when an automation was" }), value: dateWords(changedAt) }]
          : []),
      ]}
    />
  );
}

function spentWords(spentToday: string, perDay: string, quote: string): string {
  const [spent, most] = [shortAmount(spentToday), shortAmount(perDay)];
  return t`${spent} of ${most} ${quote}`;
}

function shortAmount(amount: string): string {
  return formatAmountText(formatAmountShort(parseAmount(amount)));
}
