import { t } from "@lingui/core/macro";
import { formatAmountText, formatDate, formatList } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { ComingFees } from "#schemas/wallet.ts";

/** Says from when the same costs otherwise, and how much; nothing where no change is known. */
export function ComingFee({ coming }: { readonly coming: ComingFees | undefined }) {
  if (coming === undefined) return null;
  return <Notice>{comingWords(coming)}</Notice>;
}

/** The change in one sentence, with its amount and its date. */
export function comingWords({ from, operatorFees }: ComingFees): string {
  const date = formatDate(Date.parse(from), { withTime: true });
  const amounts = operatorFees.map(({ amount, assetCode }) => `${formatAmountText(amount)} ${assetCode}`);
  if (amounts.length === 0) return t`From ${date} on, Astrolabe takes no fee for this.`;
  const fee = formatList(amounts);
  return t`From ${date} on, the fee to Astrolabe for this is ${fee}.`;
}
