import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMedia } from "#pwa/platform/device/media.ts";

interface FittingProps {
  /** Of one row, and where it is for fingers. */
  readonly rowRem: number;
  readonly coarseRowRem: number;
  /** What stands above and below the rows. */
  readonly takenRem: number;
  /** Given even where there is no room for them. */
  readonly least: number;
  readonly renderRows: (rows: number) => ReactNode;
}

/** Fills the height that there is with as many rows as fit. */
export function Fitting({ rowRem, coarseRowRem, takenRem, least, renderRows }: FittingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isCoarse = useMedia("(pointer: coarse)");
  const [heightRem, setHeightRem] = useState<number | null>(null);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const rootPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (entry !== undefined) setHeightRem(Math.floor((entry.contentRect.height / rootPx) * 4) / 4);
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const rows = Math.floor(((heightRem ?? 0) - takenRem) / (isCoarse ? coarseRowRem : rowRem));
  return (
    <div ref={frame} className="h-full">
      {heightRem === null ? null : renderRows(Math.max(least, rows))}
    </div>
  );
}
