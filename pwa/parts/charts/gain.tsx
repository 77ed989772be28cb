import { Delta } from "#pwa/parts/charts/delta.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";

interface GainProps {
  /** A decimal text, below zero for a loss. */
  readonly amount: string;
  readonly assetCode: string;
}

/** A profit or a loss, with its arrow and its sign. */
export function Gain({ amount, assetCode }: GainProps) {
  const isLoss = amount.startsWith("-");
  const size = isLoss ? amount.slice(1) : amount;
  const sign = /[1-9]/.test(size) ? (isLoss ? -1 : 1) : 0;
  return (
    <span data-private="">
      <Delta sign={sign}>{`${formatAmountText(size)} ${assetCode}`}</Delta>
    </span>
  );
}
