import { dateWords, priceWords } from "#pwa/parts/trading/figure-words.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { Automation } from "./use-automations.ts";

/** What an automation has of each pair, and what holds it back there. */
export function HoldingsCard({ automation }: { readonly automation: Automation }) {
  const { holdings, executionMode, terms } = automation;
  const quote = codeOf(terms.quote);
  return (
    <Card aria-labelledby="holdings">
      <CardHeader
        id="holdings"
        title={t`What it has`}
        description={
          executionMode === "auto" ? t`In your own account; nobody else holds it.` : t`On paper: no money is in it.`
        }
      />
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {holdings.map(({ base: baseKey, baseAmount, quoteAmount, worth, stop, coolsUntil, lastCandleAt }) => {
          const base = codeOf(baseKey);
          return (
            <section key={baseKey} aria-label={`${base} / ${quote}`} className="min-w-0">
              <h3 className="text-sm font-semibold">{`${base} / ${quote}`}</h3>
              <Facts
                facts={[
                  { name: base, value: <Amount value={baseAmount} assetCode={base} /> },
                  { name: quote, value: <Amount value={quoteAmount} assetCode={quote} /> },
                  {
                    name: t`Worth, by the last candle`,
                    value: <Amount value={worth} assetCode={quote} />,
                  },
                  ...(stop === null
                    ? []
                    : [
                        {
                          name: t`Sells at its stop of`,
                          value: <span className="numeric">{`${priceWords(stop)} ${quote}`}</span>,
                        },
                      ]),
                  ...(coolsUntil === null || Date.parse(coolsUntil) <= nowMs()
                    ? []
                    : [{ name: t`Buys nothing after a loss until`, value: dateWords(coolsUntil) }]),
                  {
                    name: t`Last candle looked at`,
                    value:
                      lastCandleAt === null ? (
                        t({ message: "None yet", context: "candle" })
                      ) : (
                        <TimeAgo at={lastCandleAt} />
                      ),
                  },
                ]}
              />
            </section>
          );
        })}
      </div>
      {holdings.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>Nothing yet.</Trans>
        </p>
      ) : null}
    </Card>
  );
}
