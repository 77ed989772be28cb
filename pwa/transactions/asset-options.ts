import { t } from "@lingui/core/macro";
import { shortenAddress } from "#pwa/ui/format.ts";
import type { SelectOption } from "#pwa/ui/select.tsx";
import { assetKeyOf, type MovementRow } from "#pwa/parts/history/movement.ts";

interface AssetName {
  readonly assetCode: string;
  readonly issuer: string;
}

/** What the history can be narrowed to: the assets held, in their order, then those of its rows by code, and the chosen one. */
export function assetOptions(
  held: readonly AssetName[],
  rows: readonly MovementRow[],
  chosen: string,
): readonly SelectOption[] {
  const former = new Map<string, AssetName>();
  // Neighbours mostly move the same asset: a hundred thousand rows cost little more than a comparison each.
  let last: AssetName | null = null;
  for (const row of rows) {
    if (row.assetCode === "" || (last?.assetCode === row.assetCode && last.issuer === row.issuer)) continue;
    last = row;
    former.set(assetKeyOf(row), row);
  }
  for (const asset of held) former.delete(assetKeyOf(asset));
  const byCode = [...former.values()].sort((left, right) => compare(assetKeyOf(left), assetKeyOf(right)));
  const options = [{ value: "", label: t`All assets` }, ...[...held, ...byCode].map(optionOf)];
  if (options.some(({ value }) => value === chosen)) return options;
  const [assetCode = "", issuer = ""] = chosen.split("-");
  return [...options, { value: chosen, label: labelOf({ assetCode, issuer }) }];
}

function optionOf(asset: AssetName): SelectOption {
  return { value: assetKeyOf(asset), label: labelOf(asset) };
}

function labelOf({ assetCode, issuer }: AssetName): string {
  return issuer === "" ? assetCode : `${assetCode} (${shortenAddress(issuer)})`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
