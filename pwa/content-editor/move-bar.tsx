import { t } from "@lingui/core/macro";
import {
  ArrowDown,
  ArrowUp,
  GripVertical,
  IndentDecrease,
  IndentIncrease,
  type LucideIcon,
  Trash2,
} from "lucide-react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import type { Way } from "./tree.ts";
import { useWriting } from "./writing.ts";

interface MoveBarProps {
  readonly id: string;
  /** "Heading: Fees", for who does not see where the buttons stand. */
  readonly name: string;
  /** The ways that there are at all, and those that it can go now. */
  readonly ways: readonly Way[];
  readonly open: ReadonlySet<Way>;
  readonly handle: RefObject<HTMLSpanElement | null>;
  readonly onMove: (way: Way) => void;
  readonly onRemove: (() => void) | null;
  readonly children: ReactNode;
}

const KEYS: Readonly<Record<Way, string>> = {
  up: "Alt+ArrowUp",
  down: "Alt+ArrowDown",
  in: "Alt+ArrowRight",
  out: "Alt+ArrowLeft",
};
const ICONS: Readonly<Record<Way, LucideIcon>> = {
  up: ArrowUp,
  down: ArrowDown,
  in: IndentIncrease,
  out: IndentDecrease,
};

/** The line above something that can be moved: what it is, a handle to drag it by, and the same as buttons and keys. */
export function MoveBar({ id, name, ways, open, handle, onMove, onRemove, children }: MoveBarProps) {
  const { isReadOnly } = useWriting();
  function go(way: Way) {
    if (!open.has(way)) return;
    onMove(way);
    keepFocus(id, way);
  }
  function hear(event: KeyboardEvent) {
    const way = ways.find((each) => KEYS[each] === `Alt+${event.key}`);
    if (!event.altKey || event.ctrlKey || event.metaKey || way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(wayAcross(way, event.currentTarget));
  }
  if (isReadOnly) return <div className="flex min-h-11 items-center gap-2">{children}</div>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the buttons within it
    <div data-moves={id} onKeyDown={hear} className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
      <span
        ref={handle}
        aria-hidden="true"
        title={t`Drag to move`}
        className="grid size-8 shrink-0 cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing pointer-coarse:size-11"
      >
        <GripVertical className="size-4" />
      </span>
      <div className="flex min-w-0 grow basis-28 items-center gap-2">{children}</div>
      <div className="ms-auto flex items-center">
        {ways.map((way) => (
          <IconButton
            key={way}
            Icon={ICONS[way]}
            label={wayWords(way, name)}
            keys={KEYS[way]}
            way={way}
            isOff={!open.has(way)}
            onClick={() => go(way)}
          />
        ))}
        {onRemove === null ? null : (
          <IconButton Icon={Trash2} label={t`Remove: ${name}`} onClick={onRemove} isOff={false} />
        )}
      </div>
    </div>
  );
}

/** In and out are along the line, whichever way it runs. */
function wayAcross(way: Way, element: Element): Way {
  if (getComputedStyle(element).direction !== "rtl") return way;
  return way === "in" ? "out" : way === "out" ? "in" : way;
}

/** What moves is put elsewhere on the page, and would lose the focus by it. */
function keepFocus(id: string, way: Way): void {
  requestAnimationFrame(() => {
    const button = document.querySelector<HTMLElement>(`[data-moves="${CSS.escape(id)}"] [data-way="${way}"]`);
    button?.focus();
    button?.scrollIntoView({ block: "nearest" });
  });
}

/**
 * Before a part is removed: it would take the focus with it, and with it the keys that bring it back. To the part after it in the list, or
 * the one before; `parts` are all of them, the removed one at `at`, with what goes with it `count` of them. Where there is no other, to the editor, which hears the keys.
 */
export function focusBeside(parts: readonly { readonly id: string }[], at: number, count = 1): void {
  const beside = parts[at + count] ?? parts[at - 1];
  const place = beside === undefined ? "[data-editor]" : `[data-moves="${CSS.escape(beside.id)}"] button`;
  const next = document.querySelector<HTMLElement>(place);
  next?.focus();
  if (beside !== undefined) next?.scrollIntoView({ block: "nearest" });
}

interface IconButtonProps {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly keys?: string;
  readonly way?: Way;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

/** What cannot be done stays where it is, so that the focus does. */
export function IconButton({ Icon, label, keys, way, isOff, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-disabled={isOff}
      {...(keys !== undefined && { "aria-keyshortcuts": keys })}
      {...(way !== undefined && { "data-way": way })}
      onClick={onClick}
      className={classNames(
        "grid size-8 shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-surface-2 hover:text-ink pointer-coarse:size-11",
        "aria-disabled:cursor-not-allowed aria-disabled:opacity-45",
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}

function wayWords(way: Way, name: string): string {
  switch (way) {
    case "up":
      return t`Move up: ${name}`;
    case "down":
      return t`Move down: ${name}`;
    case "in":
      return t`Move in: ${name}`;
    case "out":
      return t`Move out: ${name}`;
  }
}
