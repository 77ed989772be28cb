import { t } from "@lingui/core/macro";
import { dollarsOf } from "#pwa/parts/affiliate/dollars.ts";
import { scheduleWords } from "#pwa/parts/affiliate/payout-words.ts";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { coverWords, heldWords, levelWords } from "./affiliate-words.ts";
import type { Terms } from "./use-affiliate.ts";

/** What is promised, and what it is bound to. */
export function TermsCard({ terms }: { readonly terms: Terms }) {
  const { levels, holdDays, payoutSchedule, minPayout, nextPayoutDate, assetCode } = terms;
  const cover = coverWords(terms);
  const at = nextPayoutDate === null ? null : formatDate(Date.parse(nextPayoutDate), { withTime: true });
  return (
    <Card aria-labelledby="affiliate-terms">
      <CardHeader id="affiliate-terms" title={t`What you earn`} />
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm">
        {levels.map((value, index) => {
          const words = levelWords(terms, value, index + 1);
          return <li key={words}>{words}</li>;
        })}
        {cover === null ? null : <li>{cover}</li>}
      </ul>
      <div className="mt-3">
        <Facts
          facts={[
            { name: t`Held after it was earned`, value: heldWords(holdDays) },
            { name: t`Payouts are made`, value: scheduleWords(payoutSchedule) },
            ...(at === null ? [] : [{ name: t`Next payout`, value: at }]),
            { name: t`Least payout`, value: dollarsOf(minPayout) },
            { name: t`Paid in`, value: t`${assetCode}, at the price when it is paid` },
          ]}
        />
      </div>
      <p className="mt-3 text-sm text-ink-3">
        {t`Rewards are counted in dollars. The operator pays them; what looks like dealing with oneself is looked at first, and told.`}
      </p>
    </Card>
  );
}
