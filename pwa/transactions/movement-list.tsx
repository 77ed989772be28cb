import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Directory } from "#pwa/identity/directory.ts";
import { MovementItem } from "./movement-row.tsx";
import type { MovementRow } from "./movement.ts";

const ROW_PX = 64;
/** Rows left below the screen at which more are asked for. */
const AHEAD_ROWS = 80;

interface MovementListProps {
  readonly rows: readonly MovementRow[];
  /** How many there will be once all are read, for screen readers; -1 while unknown. */
  readonly setSize: number;
  readonly directory: Directory;
  readonly ownAddress: string | undefined;
  readonly onOpen: (row: MovementRow) => void;
  readonly onNearEnd: () => void;
}

/** The rows around the screen; the others are only height. */
export function MovementList({ rows, setSize, directory, ownAddress, onOpen, onNearEnd }: MovementListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current !== null) setTop(frame.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing memoised is made from what it returns.
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.uid ?? index,
  });
  const shown = list.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isNearEnd = last >= rows.length - AHEAD_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, rows.length, onNearEnd]);
  return (
    <div ref={frame} role="list" aria-label="Transactions" className="relative" style={{ height: list.getTotalSize() }}>
      {shown.map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <div
            key={row.uid}
            role="listitem"
            aria-setsize={setSize}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0 border-b border-line"
            style={{ height: ROW_PX, transform: `translateY(${item.start - top}px)` }}
          >
            <button
              type="button"
              onClick={() => onOpen(row)}
              className="block size-full rounded-sm px-2 text-left transition-colors duration-150 hover:bg-surface-2"
            >
              <MovementItem row={row} directory={directory} ownAddress={ownAddress} />
            </button>
          </div>
        );
      })}
    </div>
  );
}
