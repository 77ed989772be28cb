import { t } from "@lingui/core/macro";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import type { PageSection } from "#schemas/content/sections.ts";
import { DropMark } from "./drop-mark.tsx";
import { IconButton, MoveBar } from "./move-bar.tsx";
import { NameField } from "./name-field.tsx";
import { SectionFields } from "./section-fields.tsx";
import { sectionSays, sectionWords } from "./section-words.ts";
import type { Way, Where } from "./tree.ts";
import { useDrag } from "./use-drag.ts";
import { type Change, textAttributes, useWriting } from "./writing.ts";

interface SectionCardProps {
  readonly path: string;
  readonly list: string;
  readonly section: PageSection;
  readonly at: number;
  readonly count: number;
  readonly onChange: Change<PageSection>;
  readonly onMove: (way: Way) => void;
  readonly onPut: (id: string, where: Where) => void;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
}

/** One section with its fields. */
export function SectionCard(props: SectionCardProps) {
  const { path, list, section, at, count, onChange, onMove, onPut, onAdd, onRemove } = props;
  const { isReadOnly, language } = useWriting();
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const drag = useDrag({
    element,
    handle,
    list,
    id: section.id,
    isOn: !isReadOnly,
    onDrop: onPut,
  });
  const [kind, says] = [sectionWords(section.type), sectionSays(section)];
  const name = says === "" ? kind : `${kind}: ${says}`;
  return (
    <div
      ref={element}
      role="group"
      aria-label={name}
      data-section={section.id}
      className={classNames("relative rounded-lg border border-line bg-surface", drag.isDragged && "opacity-45")}
    >
      <DropMark over={drag.over} />
      <div className="border-b border-line px-2 py-1">
        <MoveBar
          id={section.id}
          name={name}
          ways={["up", "down"]}
          open={new Set([...(at > 0 ? (["up"] as const) : []), ...(at < count - 1 ? (["down"] as const) : [])])}
          handle={handle}
          onMove={onMove}
          onRemove={onRemove}
        >
          <span className="text-sm font-semibold whitespace-nowrap">{kind}</span>
          <span {...textAttributes(language)} title={says} className="min-w-0 truncate text-sm text-ink-3">
            {says}
          </span>
        </MoveBar>
      </div>
      <div className="flex flex-col gap-4 p-3 sm:p-4">
        <SectionFields path={path} section={section} onChange={onChange} />
        <details className="text-sm">
          <summary className="inline-flex min-h-8 items-center text-ink-3 hover:text-ink pointer-coarse:min-h-11">
            {t`Its name in addresses`}
          </summary>
          <div className="pt-2">
            <NameField
              label={t({ message: "Name", context: "of a part of a page, in addresses" })}
              hint={t`What a link to this part of the page ends with.`}
              path={`${path}.id`}
              value={section.id}
              onChange={(id, of) => onChange({ ...section, id }, of)}
            />
          </div>
        </details>
      </div>
      {isReadOnly ? null : (
        <div className="absolute end-3 -bottom-4 z-10 rounded-full border border-line bg-surface shadow-raised">
          <IconButton Icon={Plus} label={t`Add a section after: ${name}`} isOff={false} onClick={onAdd} />
        </div>
      )}
    </div>
  );
}
