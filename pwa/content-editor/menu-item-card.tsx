import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { Badge } from "#pwa/ui/badge.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { SwitchField } from "#pwa/ui/switch.tsx";
import type { MenuItem } from "#schemas/content/items.ts";
import { isOwnPath } from "#schemas/content/links.ts";
import { LANGUAGE_NAMES } from "#schemas/values/languages.ts";
import { DropMark } from "./drop-mark.tsx";
import { HrefField, IconField } from "./link-fields.tsx";
import { labelled, nameOf } from "./menu-words.ts";
import { MoveBar } from "./move-bar.tsx";
import { WrittenField } from "./text-fields.tsx";
import { type Way, waysOf, type Where } from "./tree.ts";
import { useDrag } from "./use-drag.ts";
import { textAttributes, useIssue, useWriting } from "./writing.ts";

/** What is done with the items of a menu, by their names. */
export interface MenuActs {
  readonly onOpen: (id: string | null) => void;
  readonly onChange: (id: string, next: MenuItem, of: string | null) => void;
  readonly onMove: (id: string, way: Way) => void;
  readonly onPut: (id: string, target: string, where: Where) => void;
  readonly onRemove: (item: MenuItem) => void;
}

interface MenuItemCardProps {
  readonly path: string;
  /** All of the menu. */
  readonly all: readonly MenuItem[];
  readonly item: MenuItem;
  readonly opened: string | null;
  readonly acts: MenuActs;
}

const WAYS: readonly Way[] = ["up", "down", "out", "in"];

/** An item, and below it those that are within it. */
export function MenuItemCard({ path, all, item, opened, acts }: MenuItemCardProps) {
  const { isReadOnly, language } = useWriting();
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const drag = useDrag({
    element,
    handle,
    list: "menu",
    id: item.id,
    isOn: !isReadOnly,
    takesIn: true,
    onDrop: (id, where) => acts.onPut(id, item.id, where),
  });
  const name = nameOf(item, language);
  const isWrong = [useIssue(`${path}.label`), useIssue(`${path}.url`)].some((issue) => issue !== undefined);
  const isOpen = opened === item.id || isWrong;
  return (
    <div className="flex flex-col gap-2">
      <div
        ref={element}
        className={classNames("relative rounded-md border border-line bg-surface", drag.isDragged && "opacity-45")}
      >
        <DropMark over={drag.over} />
        <div className="px-1 py-0.5">
          <MoveBar
            id={item.id}
            name={name}
            ways={WAYS}
            open={waysOf(all, item.id)}
            handle={handle}
            onMove={(way) => acts.onMove(item.id, way)}
            onRemove={() => acts.onRemove(item)}
          >
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => acts.onOpen(opened === item.id ? null : item.id)}
              {...textAttributes(item.label[language] === undefined ? "en" : language)}
              title={name}
              className="min-h-8 min-w-0 truncate text-start text-sm font-medium hover:text-accent pointer-coarse:min-h-11"
            >
              {name}
            </button>
            {item.isActive ? null : <Badge>{t({ message: "Hidden", context: "an item of a menu" })}</Badge>}
            {item.label[language] === undefined ? <Badge tone="warn">{LANGUAGE_NAMES.en}</Badge> : null}
          </MoveBar>
        </div>
        {isOpen ? <ItemFields path={path} item={item} acts={acts} /> : null}
      </div>
      {item.items.length === 0 ? null : (
        <div className="ms-6 flex flex-col gap-2 border-s border-line ps-2">
          {item.items.map((each, at) => (
            <MenuItemCard
              key={each.id}
              path={`${path}.items.${at}`}
              all={all}
              item={each}
              opened={opened}
              acts={acts}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function ItemFields({ path, item, acts }: Pick<MenuItemCardProps, "path" | "item" | "acts">) {
  const { language, isReadOnly } = useWriting();
  const change = (next: Partial<MenuItem>, of: string | null) => acts.onChange(item.id, { ...item, ...next }, of);
  return (
    <div className="flex flex-col gap-4 border-t border-line p-3">
      <div className="grid gap-4 sm:grid-cols-3">
        <WrittenField
          label={t({ message: "Label", context: "what an item of a menu is called" })}
          path={`${path}.label.${language}`}
          value={item.label[language] ?? ""}
          most={60}
          onChange={(text, of) => change({ label: labelled(item.label, language, text) }, of)}
        />
        <HrefField
          path={`${path}.url`}
          href={item.url}
          // Whether it leads outside is what its address says.
          onChange={(url, of) => change({ url, isExternal: !isOwnPath(url.trim()) }, of)}
        />
        <IconField icon={item.icon} onChange={(icon) => change({ icon }, null)} />
      </div>
      <SwitchField
        label={t({ message: "Shown", context: "a text or a menu, to everybody" })}
        checked={item.isActive}
        disabled={isReadOnly}
        onCheckedChange={(isActive) => change({ isActive }, null)}
      />
      <SwitchField
        label={t`Only for who is signed in`}
        checked={item.requiresAuth}
        disabled={isReadOnly}
        onCheckedChange={(requiresAuth) => change({ requiresAuth }, null)}
      />
    </div>
  );
}
