import { t } from "@lingui/core/macro";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { codeOf, issuerOf } from "#pwa/parts/market-data/pair.ts";
import { shortenAddress } from "#pwa/ui/format.ts";
import type { AssetPowers } from "#schemas/trustlines.ts";
import type { ListedRow } from "./asset-draft.ts";
import { rowNumber } from "./row-number.ts";

export function rowOf(asset: Pick<ListedRow, "assetCode" | "issuer">): number {
  return rowNumber(assetKeyOf(asset));
}

/** One that is told apart from others of its code. */
export function shortKey(key: string): string {
  const issuer = issuerOf(key);
  return issuer === "" ? codeOf(key) : `${codeOf(key)} (${shortenAddress(issuer)})`;
}

/** A sentence for each power that an issuer has over holders: operators read it before they list. */
export function powerSentences({ mustAdmit, canFreeze, canTakeBack, isFinal }: AssetPowers): readonly string[] {
  const powers = [
    ...(mustAdmit ? [t`The issuer has to let each holder in: until then nobody can receive it.`] : []),
    ...(canFreeze ? [t`The issuer can freeze what people hold, so that they cannot send or sell it.`] : []),
    ...(canTakeBack ? [t`The issuer can take back what people hold (clawback).`] : []),
  ];
  if (powers.length === 0)
    return [
      isFinal
        ? t`The issuer has no power over what people hold, and can never claim any.`
        : t`The issuer has no power over what people hold at present. It could still claim some.`,
    ];
  return isFinal ? [...powers, t`The issuer can change none of this any more.`] : powers;
}

/** Whether holders have something to fear of their issuer. */
export function hasPower({ mustAdmit, canFreeze, canTakeBack }: AssetPowers): boolean {
  return mustAdmit || canFreeze || canTakeBack;
}
