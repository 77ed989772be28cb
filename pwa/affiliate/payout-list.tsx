import { ShowMore } from "#pwa/parts/forms/show-more.tsx";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { dollarsOf } from "#pwa/parts/affiliate/dollars.ts";
import { payoutWords } from "#pwa/parts/affiliate/payout-words.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate, formatPrice } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { payoutTone } from "./affiliate-words.ts";
import type { Payout } from "./use-affiliate.ts";

const SHOWN = 20;

/** Payouts with what they counted as and what they were made in. */
export function PayoutList({ payouts }: { readonly payouts: readonly Payout[] }) {
  const [most, setMost] = useState(SHOWN);
  if (payouts.length === 0) return null;
  return (
    <Card aria-labelledby="affiliate-payouts">
      <CardHeader id="affiliate-payouts" title={t`Payouts`} />
      <List aria-labelledby="affiliate-payouts">
        {payouts.slice(0, most).map((payout) => (
          <li key={payout.uid}>
            <PayoutRow payout={payout} />
          </li>
        ))}
      </List>
      {payouts.length <= most ? null : <ShowMore onMore={() => setMost(most + SHOWN)} />}
    </Card>
  );
}

function PayoutRow({ payout }: { readonly payout: Payout }) {
  const { payoutDate, amount, price, paid, asset, status, reason } = payout;
  const worth = dollarsOf(amount);
  const each = formatPrice(price);
  return (
    <ListRow
      title={
        <span className="flex flex-wrap items-center gap-2">
          {formatDate(Date.parse(payoutDate), { withTime: true })}
          <Badge tone={payoutTone(status)}>{payoutWords(status)}</Badge>
        </span>
      }
      detail={reason === "" ? undefined : saidWords(reason)}
      trail={<Amount value={paid} assetCode={asset} />}
      trailDetail={<span data-private="">{t`${worth} at ${each} USD`}</span>}
    />
  );
}
