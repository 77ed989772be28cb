import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { shownDirection } from "#pwa/ui/direction.ts";
import { moveBorder, type Room } from "./layout.ts";

/** How far an arrow key moves it, and with Shift. */
const STEP_PX = 16;
const FAR_PX = 96;

interface BorderProps {
  /** "Between chart and your orders". */
  readonly label: string;
  /** Whether what it parts stands side by side. */
  readonly isUpright: boolean;
  readonly shares: readonly [number, number];
  /** What both sides keep at least, in rem. */
  readonly leastRem: number;
  /** `isDone` is false as long as it is still being dragged. */
  readonly onMove: (shares: readonly [number, number], isDone: boolean) => void;
}

interface Drag {
  readonly from: number;
  readonly room: Room;
  readonly shares: readonly [number, number];
  moved: readonly [number, number];
}

/** Between two panels: dragged, or moved by the arrow keys, it makes one larger and the other smaller. */
export function Border({ label, isUpright, shares, leastRem, onMove }: BorderProps) {
  const drag = useRef<Drag | null>(null);
  // The first side is the one where lines begin.
  const along = ({ clientX, clientY }: PointerEvent) => (isUpright ? (isTurned() ? -clientX : clientX) : clientY);

  function roomBeside(border: HTMLElement): Room {
    const rootPx = Number.parseFloat(getComputedStyle(border.ownerDocument.documentElement).fontSize);
    return { px: sizeBeside(border, isUpright), leastPx: leastRem * rootPx };
  }

  function begin(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    // Nothing is marked on the way; what a press does by itself goes with it, the focus too.
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: along(event), room: roomBeside(event.currentTarget), shares, moved: shares };
  }

  function go(event: PointerEvent<HTMLElement>): void {
    const { current } = drag;
    if (current === null) return;
    current.moved = moveBorder(current.shares, current.room, along(event) - current.from);
    onMove(current.moved, false);
  }

  function end(): void {
    if (drag.current === null) return;
    onMove(drag.current.moved, true);
    drag.current = null;
  }

  function byKey(event: KeyboardEvent<HTMLElement>): void {
    const byPx = distanceOf(event, isUpright);
    if (byPx === null) return;
    event.preventDefault();
    onMove(moveBorder(shares, roomBeside(event.currentTarget), byPx), true);
  }

  const [first, second] = shares;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be focused is a control
    <div
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      aria-label={label}
      aria-orientation={isUpright ? "vertical" : "horizontal"}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((first / (first + second)) * 100)}
      className={classNames(
        "group relative z-10 shrink-0 touch-none outline-none",
        "after:absolute after:rounded-full after:bg-line-strong after:opacity-0 hover:after:opacity-100 focus-visible:after:bg-accent focus-visible:after:opacity-100",
        isUpright
          ? "w-1.5 cursor-col-resize after:inset-x-0.5 after:inset-y-0"
          : "h-1.5 cursor-row-resize after:inset-x-0 after:inset-y-0.5",
      )}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onLostPointerCapture={end}
      onKeyDown={byKey}
    />
  );
}

function sizeBeside(border: HTMLElement, isUpright: boolean): number {
  const sizeOf = (element: Element | null) => {
    const { width, height } = element?.getBoundingClientRect() ?? { width: 0, height: 0 };
    return isUpright ? width : height;
  };
  return sizeOf(border.previousElementSibling) + sizeOf(border.nextElementSibling);
}

function isTurned(): boolean {
  return shownDirection() === "rtl";
}

/** How far a key moves a border; null where it does not. */
function distanceOf({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent, isUpright: boolean): number | null {
  if (ctrlKey || altKey || metaKey) return null;
  const [left, right] = isTurned() ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  const [back, forth] = isUpright ? [left, right] : ["ArrowUp", "ArrowDown"];
  const step = shiftKey ? FAR_PX : STEP_PX;
  if (key === back) return -step;
  if (key === forth) return step;
  if (key === "Home") return -Number.MAX_SAFE_INTEGER;
  return key === "End" ? Number.MAX_SAFE_INTEGER : null;
}
