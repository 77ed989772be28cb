import { t } from "@lingui/core/macro";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { useListTop } from "#pwa/ui/use-list-top.ts";
import { MovementItem, useRowRoom } from "#pwa/parts/history/movement-row.tsx";
import type { MovementRow } from "#pwa/parts/history/movement.ts";
import { useRepeated } from "#pwa/parts/history/use-repeated.ts";
import { openSlots } from "./slots.ts";
import { useRowHeight } from "./use-row-height.tsx";

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

/** The rows around the screen, drawn in elements that stay; the others are only height. */
export function MovementList({ rows, setSize, directory, ownAddress, onOpen, onNearEnd }: MovementListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const top = useListTop(frame);
  const hasRoom = useRowRoom();
  const isRepeated = useRepeated();
  const { rowPx, probe } = useRowHeight();
  // oxlint-disable-next-line react/incompatible-library -- nothing memoised is made from what it returns.
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.uid ?? index,
  });
  useLayoutEffect(() => list.measure(), [list, rowPx]);
  const shown = list.getVirtualItems();
  const [takeSlots] = useState(openSlots);
  const slots = takeSlots(shown.map(({ index }) => rows[index]?.uid ?? ""));
  const last = shown.at(-1)?.index ?? 0;
  const isNearEnd = last >= rows.length - AHEAD_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, rows.length, onNearEnd]);
  return (
    <div
      ref={frame}
      role="list"
      aria-label={t`Transactions`}
      // Rows that pass below a pointer at rest are not coloured one after the other.
      {...(list.isScrolling ? { "data-moving": "" } : {})}
      className="group/list relative"
      style={{ height: list.getTotalSize() }}
    >
      {probe}
      {shown.map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <Item
            // Made anew with the size of text, it is measured anew.
            key={`${rowPx} ${slots.get(row.uid)}`}
            measure={list.measureElement}
            row={row}
            isRepeated={isRepeated(row)}
            place={item.index + 1}
            setSize={setSize}
            offsetPx={item.start - top}
            leastPx={rowPx}
            directory={directory}
            ownAddress={ownAddress}
            hasRoom={hasRoom}
            onOpen={onOpen}
          />
        );
      })}
    </div>
  );
}

interface ItemProps extends Pick<MovementListProps, "setSize" | "directory" | "ownAddress" | "onOpen"> {
  readonly row: MovementRow;
  readonly isRepeated: boolean;
  /** Counted from 1. */
  readonly place: number;
  readonly offsetPx: number;
  readonly leastPx: number;
  readonly hasRoom: boolean;
  readonly measure: (element: HTMLElement | null) => void;
}

/** Drawn anew only when something of it changed: scrolling asks for all rows of the screen with every frame. */
const Item = memo(function Item({
  row,
  isRepeated,
  place,
  setSize,
  offsetPx,
  leastPx,
  measure,
  directory,
  ownAddress,
  hasRoom,
  onOpen,
}: ItemProps) {
  const element = useDrawnIn(row.uid, measure);
  return (
    <div
      ref={element}
      data-index={place - 1}
      role="listitem"
      aria-setsize={setSize}
      aria-posinset={place}
      // Laid out by itself: rows come and go with every frame of scrolling.
      className="absolute inset-x-0 top-0 flex contain-layout contain-style border-b border-line"
      style={{ minHeight: leastPx, transform: `translateY(${offsetPx}px)` }}
    >
      <button
        type="button"
        onClick={() => onOpen(row)}
        className="w-full min-w-0 rounded-sm px-2 text-start transition-colors duration-150 group-not-data-moving/list:hover:bg-surface-2"
      >
        <MovementItem {...{ row, isRepeated, directory, ownAddress, hasRoom }} />
      </button>
    </div>
  );
});

/** The element that rows are drawn in, one after the other: each is measured anew, and has not got the focus of the one before. */
function useDrawnIn(uid: string, measure: ItemProps["measure"]): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef(uid);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (drawn.current !== uid && activeElement instanceof HTMLElement && element.current?.contains(activeElement))
      activeElement.blur();
    drawn.current = uid;
    measure(element.current);
  }, [uid, measure]);
  useLayoutEffect(() => () => measure(null), [measure]);
  return element;
}
