import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import { classNames } from "#pwa/ui/class-names.ts";

interface DeltaProps {
  /** Above, below or at zero; only its sign is read. */
  readonly sign: bigint | number;
  readonly children: string;
  readonly className?: string;
}

/** A change, by its arrow, its sign and its colour. `children` is its size in words, without a sign. */
export function Delta({ sign, children, className }: DeltaProps) {
  const isUp = sign > 0;
  const isDown = sign < 0;
  const Icon = isUp ? ArrowUp : isDown ? ArrowDown : Minus;
  return (
    <bdi
      dir="ltr"
      className={classNames(
        "numeric inline-flex items-baseline gap-0.5 whitespace-nowrap",
        isUp ? "text-up" : isDown ? "text-down" : "text-ink-3",
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-[0.9em] shrink-0 self-center" />
      {isUp ? "+" : isDown ? "−" : ""}
      {children}
    </bdi>
  );
}
