import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount, formatPercent } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import {
  automationTitle,
  budgetOf,
  MODE_NAMES,
  pairsOf,
  statusTone,
  statusWords,
  STRATEGY_NAMES,
} from "./automation-words.ts";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import { type Automation, isOver } from "./use-automations.ts";

interface AutomationListProps {
  readonly automations: readonly Automation[];
  readonly onStop: (automation: Automation) => void;
}

/** One's automations, each with how it stands; any of them is stopped from here. */
export function AutomationList({ automations, onStop }: AutomationListProps) {
  return (
    <ul aria-label={t`Your automations`} className="grid gap-4 lg:grid-cols-2">
      {automations.map((automation) => (
        <li key={automation.uid}>
          <AutomationCard automation={automation} onStop={() => onStop(automation)} />
        </li>
      ))}
    </ul>
  );
}

interface AutomationCardProps {
  readonly automation: Automation;
  readonly onStop: () => void;
}

function AutomationCard({ automation, onStop }: AutomationCardProps) {
  const { uid, terms, executionMode, reason, profitLoss, tradeCount } = automation;
  const quote = codeOf(terms.quote);
  const title = automationTitle(terms);
  return (
    <Card aria-label={title} className="h-full">
      <CardHeader
        title={STRATEGY_NAMES[terms.strategy]}
        description={pairsOf(terms)}
        action={<Badge tone={statusTone(automation)}>{statusWords(automation)}</Badge>}
      />
      {reason === "" ? null : <Notice tone="warn">{saidWords(reason)}</Notice>}
      <Facts
        facts={[
          {
            name: t({ message: "Mode", context: "of an automation: whether it tells or trades" }),
            value: MODE_NAMES[executionMode],
          },
          {
            name: t`Profit or loss`,
            value: (
              <span className="flex flex-col items-end">
                <Gain amount={profitLoss} assetCode={quote} />
                <span className="text-xs font-normal text-ink-3">
                  <Trans>
                    of a budget of <Amount value={budgetOf(terms)} assetCode={quote} />
                  </Trans>
                </span>
              </span>
            ),
          },
          { name: t({ message: "Trades", context: "how many an automation made" }), value: formatCount(tradeCount) },
          { name: t`Pauses below its height by`, value: formatPercent(String(terms.maxDrawdown)) },
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild variant="secondary">
          <Link to="/automated-trading" search={{ automation: uid }} aria-label={t`Open ${title}`}>
            <Trans context="button">Open</Trans>
          </Link>
        </Button>
        {isOver(automation) ? null : (
          <Button variant="danger" aria-label={t`Stop ${title}`} onClick={onStop}>
            <Trans context="an automation">Stop</Trans>
          </Button>
        )}
      </div>
    </Card>
  );
}
