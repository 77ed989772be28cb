import { ShowMore } from "#pwa/parts/forms/show-more.tsx";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { dollarsOf } from "#pwa/parts/affiliate/dollars.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount, formatDay } from "#pwa/ui/format.ts";
import { Facts, List, ListRow } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { waitWords } from "./affiliate-words.ts";
import type { Place, Terms } from "./use-affiliate.ts";

const SHOWN = 14;

interface EarningsProps {
  readonly place: Place;
  readonly terms: Terms | null;
}

/** What the link came to: sums alone. */
export function Earnings({ place, terms }: EarningsProps) {
  const waits = waitWords(place.waits, terms?.minPayout ?? "0");
  const money = (name: string, value: string) => ({
    name,
    value: <span data-private="">{dollarsOf(value)}</span>,
  });
  return (
    <Card aria-labelledby="affiliate-earnings">
      <CardHeader
        id="affiliate-earnings"
        title={t`What it came to`}
        description={t`Rewards are told in sums, a day after they were earned: never who did what.`}
      />
      {waits === null ? null : <Notice>{waits}</Notice>}
      <Facts
        facts={[
          { name: t`Visits`, value: formatCount(place.clickCount) },
          { name: t`Sign-ups`, value: formatCount(place.signupCount) },
          money(t({ message: "Held", context: "rewards that cannot be paid yet" }), place.pendingReward),
          money(t`Ready to be paid`, place.payableReward),
          money(t({ message: "On their way", context: "rewards" }), place.payingReward),
          money(t({ message: "Paid", context: "rewards, altogether" }), place.totalEarned),
        ]}
      />
    </Card>
  );
}

/** Day by day, the latest first. */
export function Days({ days }: Pick<Place, "days">) {
  const [most, setMost] = useState(SHOWN);
  if (days.length === 0) return null;
  return (
    <Card aria-labelledby="affiliate-days">
      <CardHeader id="affiliate-days" title={t`Day by day`} description={t`Days begin at midnight UTC.`} />
      <List aria-labelledby="affiliate-days">
        {days.slice(0, most).map(({ day, clicks, signups, earned }) => (
          <li key={day}>
            <ListRow
              title={formatDay(Date.parse(`${day}T12:00:00Z`))}
              detail={visitWords(clicks, signups)}
              trail={<span data-private="">{dollarsOf(earned)}</span>}
            />
          </li>
        ))}
      </List>
      {days.length <= most ? null : <ShowMore onMore={() => setMost(most + SHOWN)} />}
    </Card>
  );
}

function visitWords(clicks: number, signups: number): string {
  const visits = plural(clicks, { one: "# visit", other: "# visits" });
  const joined = plural(signups, { one: "# sign-up", other: "# sign-ups" });
  return `${visits} · ${joined}`;
}
