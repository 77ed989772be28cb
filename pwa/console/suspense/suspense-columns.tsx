import { t } from "@lingui/core/macro";
import { Age } from "#pwa/console/desk/age.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { ItemBadge } from "./suspense-words.tsx";

/** Made anew with every language. */
export function suspenseColumns(): readonly Column<SuspenseOutput>[] {
  return [
    {
      name: "id",
      label: t({ message: "No.", context: "number of a row" }),
      isFixed: true,
      cell: ({ id }) => <span className="numeric font-medium">{id}</span>,
      text: ({ id }) => String(id),
      sortBy: ({ id }) => id,
    },
    {
      name: "state",
      label: t({ message: "State", context: "how something stands" }),
      cell: (item) => <ItemBadge item={item} />,
      text: ({ state }) => state,
      sortBy: ({ state }) => state,
    },
    {
      name: "age",
      label: t({ message: "Arrived", context: "when" }),
      cell: ({ arrivedAt }) => <Age since={arrivedAt} />,
      text: ({ arrivedAt }) => arrivedAt,
      sortBy: ({ arrivedAt }) => arrivedAt,
    },
    {
      name: "amount",
      label: t({ message: "Amount", context: "of a payment" }),
      isNumeric: true,
      cell: ({ amount, assetCode }) => <Amount value={amount} assetCode={assetCode} className="flex-nowrap!" />,
      text: ({ amount, assetCode }) => `${amount} ${assetCode}`,
      sortBy: ({ amount }) => parseAmount(amount),
    },
    {
      name: "memo",
      label: t`Memo`,
      cell: ({ memo }) => (memo === "" ? <span className="text-ink-3">–</span> : <AsTyped>{memo}</AsTyped>),
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
        suggestedUserId === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <span className="numeric">{suggestedUserId}</span>
        ),
      text: ({ suggestedUserId }) => String(suggestedUserId ?? ""),
      sortBy: ({ suggestedUserId }) => suggestedUserId ?? 0,
    },
  ];
}
