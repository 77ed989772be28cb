import { plural, t } from "@lingui/core/macro";
import type { Column } from "#pwa/console/desk/columns.ts";
import { amountColumn } from "#pwa/console/desk/common-columns.tsx";
import { houseAccountWords } from "#pwa/console/desk/house-words.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import type { TreasuryAccount } from "#schemas/treasury.ts";
import { FEW_DAYS, isNearlyUsed, numberOf, xlmOf } from "./treasury-words.ts";

/** Made anew with every language. */
export function treasuryColumns(): readonly Column<TreasuryAccount>[] {
  return [
    {
      name: "account",
      label: t`Account`,
      isFixed: true,
      cell: ({ purpose }) => <span className="font-medium">{houseAccountWords(purpose)}</span>,
      text: ({ purpose }) => purpose,
      sortBy: numberOf,
    },
    {
      name: "state",
      label: t({ message: "State", context: "how something stands" }),
      cell: (account) => (
        <span className="inline-flex flex-wrap gap-1">
          <AccountBadges account={account} />
        </span>
      ),
      text: ({ exists, assets }) => [String(exists), String(assets.every(({ agrees }) => agrees))].join(" "),
    },
    amountColumn((account) => inXlm(xlmOf(account)?.spendable), { name: "spendable", label: t`Spendable` }),
    amountColumn((account) => inXlm(xlmOf(account)?.owed), {
      name: "owed",
      label: t({ message: "Owed to people", context: "of what an account has" }),
    }),
    {
      name: "assets",
      label: t({ message: "Other assets", context: "how many" }),
      isNumeric: true,
      cell: ({ assets }) => <span className="numeric">{formatCount(othersOf(assets))}</span>,
      text: ({ assets }) => String(othersOf(assets)),
      sortBy: ({ assets }) => othersOf(assets),
    },
    {
      name: "address",
      label: t`Address`,
      cell: ({ address }) => <Address address={address} withCopy={false} />,
      text: ({ address }) => address,
      sortBy: ({ address }) => address,
    },
  ];
}

function othersOf(assets: TreasuryAccount["assets"]): number {
  return assets.filter(({ issuer }) => issuer !== "").length;
}

function inXlm(amount: string | undefined) {
  return { amount: amount ?? null, assetCode: "XLM" };
}

/** How long it lasts, and what about it calls for a person. */
export function AccountBadges({ account }: { readonly account: TreasuryAccount }) {
  const { exists, assets, budgets, daysLeft, underWay } = account;
  const days = formatCount(daysLeft ?? 0);
  const paying = formatCount(underWay.length);
  return (
    <>
      {exists ? null : <Badge tone="warn">{t`Not on the network yet`}</Badge>}
      {assets.every(({ agrees }) => agrees) ? null : <Badge tone="down">{t`Differs`}</Badge>}
      {daysLeft === null ? null : (
        <Badge tone={daysLeft < FEW_DAYS ? "warn" : "neutral"}>
          {plural(daysLeft, { one: `${days} day left`, other: `${days} days left` })}
        </Badge>
      )}
      {budgets.some(isNearlyUsed) ? <Badge tone="warn">{t`Budget nearly used`}</Badge> : null}
      {underWay.length === 0 ? null : (
        <Badge tone="accent">
          {plural(underWay.length, { one: `${paying} payment under way`, other: `${paying} payments under way` })}
        </Badge>
      )}
    </>
  );
}
