import { Trans } from "@lingui/react/macro";
import { formatPercent } from "#pwa/ui/format.ts";
import { ArrowDown, ArrowUp } from "lucide-react";

/** By how much something rose or fell, with an arrow beside the colour. */
export function Change({ percent }: { readonly percent: string | null }) {
  if (percent === null) return <span className="text-ink-3">–</span>;
  const hasFallen = percent.startsWith("-");
  const isStill = /^-?0\.00$/.test(percent);
  const Arrow = hasFallen ? ArrowDown : ArrowUp;
  return (
    <bdi
      dir="ltr"
      className={`numeric inline-flex items-center gap-0.5 ${isStill ? "text-ink-2" : hasFallen ? "text-down" : "text-up"}`}
    >
      {isStill ? null : <Arrow aria-hidden="true" className="size-3.5" />}
      {hasFallen && !isStill ? (
        <span className="sr-only">
          <Trans context="before a percentage, for screen readers">minus</Trans>{" "}
        </span>
      ) : null}
      {formatPercent(percent.replace("-", ""), " ")}
    </bdi>
  );
}
