import { t } from "@lingui/core/macro";
import type { Column } from "#pwa/console/desk/columns.ts";
import { formatAmountText, formatCount } from "#pwa/ui/format.ts";
import { pairName, type PairRow } from "./pair-rows.ts";

/** Made anew with every language. */
export function pairColumns(): readonly Column<PairRow>[] {
  return [
    {
      name: "pair",
      label: t({ message: "Pair", context: "two assets" }),
      isFixed: true,
      cell: (row) => (
        <bdi dir="ltr" className="font-medium">
          {pairName(row)}
        </bdi>
      ),
      text: ({ base, quote }) => `${base}/${quote}`,
      sortBy: pairName,
    },
    {
      name: "place",
      label: t({ message: "Place", context: "in a list" }),
      isNumeric: true,
      cell: ({ place }) => formatCount(place),
      text: ({ place }) => String(place),
      sortBy: ({ place }) => place,
    },
    {
      name: "pool",
      label: t({ message: "Pool", context: "of two assets" }),
      cell: poolText,
      text: poolText,
    },
    {
      name: "holders",
      label: t`Accounts in the pool`,
      isNumeric: true,
      cell: ({ pool }) => formatCount(pool?.holders ?? 0),
      text: ({ pool }) => String(pool?.holders ?? 0),
      sortBy: ({ pool }) => pool?.holders ?? 0,
    },
    {
      name: "trades",
      label: t`Trades of the pool in 7 days`,
      isNumeric: true,
      cell: ({ pool }) => formatCount(pool?.trades ?? 0),
      text: ({ pool }) => String(pool?.trades ?? 0),
      sortBy: ({ pool }) => pool?.trades ?? 0,
    },
  ];
}

/** What a pool holds. Nobody but its first depositor makes one. */
export function poolText({ pool }: Pick<PairRow, "pool">): string {
  if (pool === null) return t`None yet`;
  const [one, other] = [formatAmountText(pool.reserveA), formatAmountText(pool.reserveB)];
  const [codeA, codeB] = [pool.assetA.assetCode, pool.assetB.assetCode];
  return t`${one} ${codeA} and ${other} ${codeB}`;
}
