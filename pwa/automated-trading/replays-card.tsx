import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { dayWords } from "./automation-words.ts";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import type { Automation } from "./use-automations.ts";

/** Each day played again over its stored candles: whether it would say the same, and what reality cost beside it. */
export function ReplaysCard({ automation: { replays, terms } }: { readonly automation: Automation }) {
  const quote = codeOf(terms.quote);
  return (
    <Card aria-labelledby="replays">
      <CardHeader
        id="replays"
        title={t`Days played again`}
        description={t`After each day the same rules are run over its stored candles. What was really traded is set beside it.`}
      />
      {replays.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>No day is over yet.</Trans>
        </p>
      ) : (
        <List aria-label={t`Days played again`}>
          {replays
            .toSorted((one, other) => (one.day < other.day ? 1 : -1))
            .map(({ day, signals, isEqual, difference }) => (
              <li key={day}>
                <ListRow
                  title={dayWords(day)}
                  detail={isEqual ? sameWords(signals) : t`Played again: other signals`}
                  trail={
                    isEqual ? (
                      <Gain amount={difference} assetCode={quote} />
                    ) : (
                      <Badge tone="down">{t({ message: "Differs", context: "a day played again" })}</Badge>
                    )
                  }
                  trailDetail={isEqual ? t`Reality differed by this` : undefined}
                />
              </li>
            ))}
        </List>
      )}
    </Card>
  );
}

function sameWords(signals: number): string {
  if (signals === 0) return t`Played again: no signals, as before`;
  return plural(signals, { one: "Played again: the same # signal", other: "Played again: the same # signals" });
}
