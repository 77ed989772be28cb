import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useState } from "react";
import { newUid } from "#pwa/platform/device/random.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { MOST_SECTIONS, type PageSection, SECTION_TYPES, type SectionType } from "#schemas/content/sections.ts";
import { AddSheet } from "./add-sheet.tsx";
import { moved, placeOfDrop } from "./moves.ts";
import { focusBeside } from "./move-bar.tsx";
import { freshId, newSection } from "./new-parts.ts";
import { SectionCard } from "./section-card.tsx";
import { sectionWords } from "./section-words.ts";
import { type Change, useOwnIssue, useWriting } from "./writing.ts";

interface SectionListProps {
  readonly path: string;
  readonly sections: readonly PageSection[];
  readonly onChange: Change<readonly PageSection[]>;
}

/** The sections of a page in one language, in their order. */
export function SectionList({ path, sections, onChange }: SectionListProps) {
  const { isReadOnly, announce } = useWriting();
  const issue = useOwnIssue(path);
  /** After which one a section is being added; -1 for before all. */
  const [addsAfter, setAddsAfter] = useState<number | null>(null);
  const count = sections.length;
  function move(from: number, to: number) {
    const next = moved(sections, from, to);
    const section = sections[from];
    if (next === sections || section === undefined) return;
    onChange(next, null);
    const [name, place] = [sectionWords(section.type), to + 1];
    announce(t`${name} moved to place ${place} of ${count}.`);
  }
  function add(type: SectionType) {
    if (addsAfter === null) return;
    const section = newSection(type, freshId(type, newUid()));
    onChange(sections.toSpliced(addsAfter + 1, 0, section), null);
    setAddsAfter(null);
    const name = sectionWords(type);
    announce(t`${name} added.`);
    focusWithin(section.id);
  }
  function remove(at: number) {
    const section = sections[at];
    if (section === undefined) return;
    focusBeside(sections, at);
    onChange(sections.toSpliced(at, 1), null);
    const name = sectionWords(section.type);
    announce(t`${name} removed. Undo brings it back.`);
  }
  return (
    <section aria-label={t`Sections`} className="flex flex-col gap-3">
      {issue === undefined ? null : <Notice tone="error">{issue}</Notice>}
      {sections.map((section, at) => (
        <SectionCard
          key={section.id}
          path={`${path}.${at}`}
          list={path}
          section={section}
          at={at}
          count={count}
          onChange={(next, of) => onChange(sections.with(at, next), of)}
          onMove={(way) => move(at, way === "up" ? at - 1 : at + 1)}
          onPut={(id, where) => {
            const from = sections.findIndex((each) => each.id === id);
            if (where !== "into") move(from, placeOfDrop(from, at, where));
          }}
          onAdd={() => setAddsAfter(at)}
          onRemove={() => remove(at)}
        />
      ))}
      {isReadOnly || count >= MOST_SECTIONS ? null : (
        <Button variant="secondary" className="self-start" onClick={() => setAddsAfter(count - 1)}>
          <Plus aria-hidden="true" className="size-4" />
          <Trans>Add a section</Trans>
        </Button>
      )}
      {addsAfter === null ? null : (
        <AddSheet
          title={t`Add a section`}
          kinds={SECTION_TYPES.map((type) => ({ value: type, label: sectionWords(type) }))}
          onChoose={add}
          onClose={() => setAddsAfter(null)}
        />
      )}
    </section>
  );
}

/** Once it is drawn, and whatever stood over it is gone. */
function focusWithin(id: string): void {
  const what = "input,textarea,select,[contenteditable=true],[data-first]";
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"] :is(${what})`);
    field?.focus();
    field?.scrollIntoView({ block: "center" });
  }, 50);
}
