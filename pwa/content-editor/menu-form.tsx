import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { newUid } from "#pwa/platform/device/random.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import {
  flatItems,
  type InEachLanguage,
  MENU_LOCATIONS,
  type MenuContent,
  type MenuItem,
  MOST_MENU_ITEMS,
} from "#schemas/content/items.ts";
import { LANGUAGE_NAMES } from "#schemas/values/languages.ts";
import { locationWords } from "./content-words.ts";
import { MenuItemCard } from "./menu-item-card.tsx";
import { labelled, nameOf } from "./menu-words.ts";
import { freshId, newMenuItem } from "./new-parts.ts";
import { focusBeside } from "./move-bar.tsx";
import { ChoiceField, OrderField, ShownField } from "./plain-fields.tsx";
import { WrittenField } from "./text-fields.tsx";
import { movedItem, putItem, standingOf, type Way, type Where, withItem } from "./tree.ts";
import { type FormProps, useOwnIssue, useWriting } from "./writing.ts";

/** A menu: where it stands, and its items, which may have others within them. */
export function MenuForm({ content, onChange }: FormProps<MenuContent>) {
  const { language } = useWriting();
  return (
    <>
      {language === "en" ? null : <Missing content={content} onChange={onChange} />}
      <Items content={content} onChange={onChange} />
      <Card className="flex flex-col gap-4">
        <h2 className="text-base font-semibold">{t`Where it stands`}</h2>
        <WrittenField
          label={t`What the menu is called`}
          path={`name.${language}`}
          value={content.name[language] ?? ""}
          most={60}
          onChange={(name, of) => onChange({ ...content, name: labelled(content.name, language, name) }, of)}
        />
        <ShownField isActive={content.isActive} onChange={(isActive, of) => onChange({ ...content, isActive }, of)} />
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label={t({ message: "Where", context: "a menu stands" })}
            options={MENU_LOCATIONS.map((value) => ({ value, label: locationWords(value) }))}
            value={content.location}
            onChange={(location) => onChange({ ...content, location }, null)}
          />
          <OrderField
            label={t`Its place there`}
            path="displayOrder"
            value={content.displayOrder}
            onChange={(displayOrder, of) => onChange({ ...content, displayOrder }, of)}
          />
        </div>
      </Card>
    </>
  );
}

/** How many items readers of this language see in English. */
function Missing({ content, onChange }: FormProps<MenuContent>) {
  const { language, isReadOnly } = useWriting();
  const labels = [content.name, ...flatItems(content.items).map(({ label }) => label)];
  const isWhole = labels.every((label) => label[language] !== undefined);
  const name = LANGUAGE_NAMES[language];
  if (isWhole) return null;
  const filled = (label: InEachLanguage<string>) => ({ ...label, [language]: label[language] ?? label.en });
  const fill = (items: readonly MenuItem[]): readonly MenuItem[] =>
    items.map((item) => ({ ...item, label: filled(item.label), items: fill(item.items) }));
  return (
    <Notice title={t`Not all of it is written in ${name}: readers see English there.`}>
      {isReadOnly ? null : (
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          onClick={() => onChange({ ...content, name: filled(content.name), items: [...fill(content.items)] }, null)}
        >
          <Trans>Copy from English</Trans>
        </Button>
      )}
    </Notice>
  );
}

function Items({ content, onChange }: FormProps<MenuContent>) {
  const { isReadOnly, announce, language } = useWriting();
  const issue = useOwnIssue("items");
  const [opened, setOpened] = useState<string | null>(null);
  const { items } = content;
  const set = (next: readonly MenuItem[], of: string | null) => onChange({ ...content, items: [...next] }, of);
  function say(next: readonly MenuItem[], id: string) {
    const standing = standingOf(next, id);
    if (standing === null) return;
    const { item, at, siblings, within } = standing;
    const name = nameOf(item, language);
    const [place, count] = [at + 1, siblings.length];
    const outer = within.at(-1);
    const around = outer === undefined ? "" : nameOf(outer, language);
    announce(
      around === ""
        ? t`${name} moved to place ${place} of ${count}.`
        : t`${name} moved into ${around}, to place ${place} of ${count}.`,
    );
  }
  function go(next: readonly MenuItem[], id: string) {
    if (next === items) return;
    set(next, null);
    say(next, id);
  }
  const acts = {
    onOpen: setOpened,
    onChange: (id: string, next: MenuItem, of: string | null) =>
      set(
        withItem(items, id, () => next),
        of,
      ),
    onMove: (id: string, way: Way) => go(movedItem(items, id, way), id),
    onPut: (id: string, target: string, where: Where) => go(putItem(items, id, target, where), id),
    onRemove: (item: MenuItem) => {
      const all = flatItems(items);
      focusBeside(all, all.indexOf(item), flatItems([item]).length);
      set(
        withItem(items, item.id, () => null),
        null,
      );
      const name = nameOf(item, language);
      announce(t`${name} removed. Undo brings it back.`);
    },
  };
  return (
    <section aria-label={t`Items of the menu`} className="flex flex-col gap-2">
      {issue === undefined ? null : <Notice tone="error">{issue}</Notice>}
      {items.map((item, at) => (
        <MenuItemCard key={item.id} path={`items.${at}`} all={items} item={item} opened={opened} acts={acts} />
      ))}
      {isReadOnly || flatItems(items).length >= MOST_MENU_ITEMS ? null : (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => {
            const item = newMenuItem(freshId("item", newUid()));
            set([...items, item], null);
            setOpened(item.id);
          }}
        >
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Add an item</Trans>
        </Button>
      )}
    </section>
  );
}
