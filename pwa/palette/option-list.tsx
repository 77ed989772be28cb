import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import type { Option, OptionGroup } from "./entries.ts";

interface OptionListProps {
  readonly id: string;
  readonly groups: readonly OptionGroup[];
  readonly active: Option | null;
  readonly onPoint: (id: string) => void;
  readonly onChoose: (option: Option) => void;
}

/** Where the field's `aria-activedescendant` points. */
export function optionId(listId: string, id: string): string {
  return `${listId}-${id}`;
}

/** The groups under their headings. The focus stays in the field, so what is active is only marked, and kept in sight. */
export function OptionList({ id, groups, active, onPoint, onChoose }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active?.id ?? null;
  const firstId = groups[0]?.options[0]?.id;
  useEffect(() => {
    // With the first one its heading comes into sight.
    if (firstId === activeId) list.current?.scrollTo({ top: 0 });
    else list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [activeId, firstId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t`Results`}
      className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 sm:flex-initial"
    >
      {groups.map(({ label, options }, at) => (
        <div key={`${id}-group-${at}`} role="group" aria-labelledby={`${id}-group-${at}`} className="pb-2">
          <div id={`${id}-group-${at}`} className="px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
            {label}
          </div>
          {options.map((option) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are heard by the field, which has the focus.
            <div
              key={option.id}
              id={optionId(id, option.id)}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === activeId}
              // A pointer that rests while the list moves under it chooses nothing.
              onPointerMove={() => onPoint(option.id)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              className={classNames("cursor-default rounded-md px-3", option.id === activeId && "bg-surface-2")}
            >
              {option.content}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
