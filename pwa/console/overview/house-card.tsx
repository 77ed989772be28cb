import { plural, t } from "@lingui/core/macro";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatCount, formatList } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { HouseAccountOutput, OverviewOutput } from "#schemas/overview.ts";
import { Fact, Facts } from "./facts.tsx";
import { budgetWords } from "./overview-words.ts";

/** Days that are left and call for a person. */
const FEW_DAYS = 7;

/** The house's own accounts and how long what they have lasts. */
export function HouseCard({ house }: { readonly house: OverviewOutput["house"] }) {
  const { accounts, channels, budgets, halted } = house;
  const assets = formatList(halted.map((key) => key.split("-")[0] ?? key));
  const [ready, wanted] = [formatCount(channels.ready), formatCount(channels.wanted)];
  return (
    <Card>
      <CardHeader title={t`House accounts`} description={t`Days left are at the spending of the last 7 days.`} />
      {halted.length === 0 ? null : (
        <div className="mb-4">
          <Notice tone="error">{t`Payments are halted: ${assets}.`}</Notice>
        </div>
      )}
      <ul className="divide-y divide-line">
        {accounts.map((account) => (
          <AccountLine key={account.purpose} account={account} />
        ))}
      </ul>
      <Facts>
        <Fact label={t`Channel accounts`} isBad={channels.ready < channels.wanted}>
          {t`${ready} of ${wanted}`}
        </Fact>
        {budgets.map(({ name, spentToday, daily }) => (
          <Fact key={name} label={budgetWords(name)}>
            <Amount value={spentToday} /> / <Amount value={daily} assetCode="XLM" />
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

function AccountLine({ account }: { readonly account: HouseAccountOutput }) {
  const { purpose, address, exists, spendable, daysLeft } = account;
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="text-sm font-medium">{houseAccountWords(purpose)}</p>
        <div className="text-xs text-ink-3">
          <Address address={address} />
        </div>
      </div>
      <div className="flex flex-col items-end gap-1 text-end text-sm">
        {exists ? <Amount value={spendable} assetCode="XLM" /> : <Badge tone="warn">{t`Not on the network yet`}</Badge>}
        {daysLeft === null ? null : (
          <Badge tone={daysLeft < FEW_DAYS ? "warn" : "neutral"}>
            {plural(daysLeft, { one: "# day left", other: "# days left" })}
          </Badge>
        )}
      </div>
    </li>
  );
}
