import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { classNames } from "./class-names.ts";
import { amountParts } from "./format.ts";
import { numberMarks } from "./own-formats.ts";

interface AmountProps {
  /** A decimal text. */
  readonly value: string;
  readonly assetCode?: string;
  /** Marks a movement with its sign, an arrow and a colour. */
  readonly direction?: "in" | "out";
  readonly className?: string;
}

/** An amount with tabular figures, grouped, its trailing zeros dimmed. */
export function Amount({ value, assetCode, direction, className }: AmountProps) {
  const { sign, whole, decimals, zeros } = amountParts(value);
  const shownSign = direction === "in" ? "+" : direction === "out" ? "−" : sign;
  const Arrow = direction === "in" ? ArrowDownLeft : ArrowUpRight;
  return (
    <bdi
      dir="ltr"
      data-private=""
      className={classNames(
        "numeric inline-flex max-w-full flex-wrap items-baseline gap-x-[0.3em] whitespace-nowrap rtl:justify-end",
        direction === "in" && "text-up",
        className,
      )}
    >
      {direction === undefined ? null : <Arrow aria-hidden="true" className="size-[0.9em] self-center" />}
      <span className="min-w-0 break-words whitespace-normal">
        {shownSign}
        {whole}
        {decimals === "" && zeros === "" ? null : numberMarks().decimal}
        {decimals}
        {zeros === "" ? null : <span className="text-ink-3">{zeros}</span>}
      </span>
      {assetCode === undefined ? null : <span className="text-[0.8em] font-medium text-ink-3">{assetCode}</span>}
    </bdi>
  );
}
