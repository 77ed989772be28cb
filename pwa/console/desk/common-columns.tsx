import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Amount } from "#pwa/ui/amount.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { parseAmount } from "#schemas/values/money.ts";
import { Age } from "./age.tsx";
import type { Column, SortValue } from "./columns.ts";
import { Person } from "./person.tsx";

/** What stands where a row says nothing. */
export function Nothing() {
  return <span className="text-ink-3">–</span>;
}

/** The number of a row, which leads to it. */
export function numberColumn<Row>(of: (row: Row) => number, name = "id"): Column<Row> {
  return {
    name,
    label: t({ message: "No.", context: "number of a row" }),
    isFixed: true,
    cell: (row) => <span className="numeric font-medium">{of(row)}</span>,
    text: (row) => String(of(row)),
    sortBy: of,
  };
}

/** How a row stands: drawn, and as the word that it is sorted by and saved with. */
export function stateColumn<Row>(
  cell: (row: Row) => ReactNode,
  text: (row: Row) => string,
  sortBy: (row: Row) => SortValue = text,
): Column<Row> {
  return { name: "state", label: t({ message: "State", context: "how something stands" }), cell, text, sortBy };
}

/** A moment of a row; null where there was none. */
export function whenColumn<Row>(name: string, label: string, of: (row: Row) => string | null): Column<Row> {
  return momentColumn(name, label, of, (at) => <TimeAgo at={at} className="whitespace-nowrap" />);
}

/** Since when a row waits: what waits for long stands out. */
export function ageColumn<Row>(label: string, of: (row: Row) => string): Column<Row> {
  return momentColumn("age", label, of, (at) => <Age since={at} />);
}

function momentColumn<Row>(
  name: string,
  label: string,
  of: (row: Row) => string | null,
  draw: (at: string) => ReactNode,
): Column<Row> {
  const text = (row: Row) => of(row) ?? "";
  return { name, label, cell: (row) => (text(row) === "" ? <Nothing /> : draw(text(row))), text, sortBy: text };
}

/** Whose a row is; `none` is who is no user. */
export function userColumn<Row>(of: (row: Row) => number, none?: () => string): Column<Row> {
  return {
    name: "user",
    label: t({ message: "User", context: "a person" }),
    cell: (row) => (of(row) === 0 && none ? none() : <Person id={of(row)} />),
    text: (row) => String(of(row)),
    sortBy: of,
  };
}

/** An amount as a decimal text, of an asset; null where it is not known. */
interface Sum {
  readonly amount: string | null;
  readonly assetCode: string | null;
}

export function amountColumn<Row>(
  of: (row: Row) => Sum,
  { name = "amount", label = t({ message: "Amount", context: "of a payment" }) } = {},
): Column<Row> {
  return {
    name,
    label,
    isNumeric: true,
    cell: (row) => <SumCell sum={of(row)} />,
    text: (row) => [of(row).amount, of(row).assetCode].filter((part) => part !== null).join(" "),
    sortBy: (row) => parseAmount(of(row).amount ?? "0"),
  };
}

export function SumCell({ sum: { amount, assetCode } }: { readonly sum: Sum }) {
  if (amount === null) return <Nothing />;
  return <Amount value={amount} className="flex-nowrap!" {...(assetCode === null ? {} : { assetCode })} />;
}
