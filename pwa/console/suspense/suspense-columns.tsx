import { t } from "@lingui/core/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { ageColumn, amountColumn, Nothing, numberColumn, stateColumn } from "#pwa/console/desk/common-columns.tsx";
import { Address } from "#pwa/ui/address.tsx";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import { ItemBadge } from "./suspense-words.tsx";

/** Made anew with every language. */
export function suspenseColumns(): readonly Column<SuspenseOutput>[] {
  return [
    numberColumn(({ id }) => id),
    stateColumn(
      (item) => <ItemBadge item={item} />,
      ({ state }) => state,
    ),
    ageColumn(t({ message: "Arrived", context: "when" }), ({ arrivedAt }) => arrivedAt),
    amountColumn((item) => item),
    {
      name: "memo",
      label: t`Memo`,
      cell: ({ memo }) => (memo === "" ? <Nothing /> : <AsTyped>{memo}</AsTyped>),
      text: ({ memo }) => memo,
      sortBy: ({ memo }) => memo,
    },
    {
      name: "from",
      label: t({ message: "From", context: "who pays" }),
      cell: ({ from }) => <Address address={from} withCopy={false} />,
      text: ({ from }) => from,
      sortBy: ({ from }) => from,
    },
    {
      name: "meant",
      label: t({ message: "Meant for", context: "which user" }),
      cell: ({ suggestedUserId }) =>
        suggestedUserId === null ? <Nothing /> : <span className="numeric">{suggestedUserId}</span>,
      text: ({ suggestedUserId }) => String(suggestedUserId ?? ""),
      sortBy: ({ suggestedUserId }) => suggestedUserId ?? 0,
    },
  ];
}
