import { t } from "@lingui/core/macro";
import { Plus } from "lucide-react";
import { type ComponentType, type ReactNode, useRef, useState } from "react";
import { newUid } from "#pwa/platform/device/random.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { DropMark } from "./drop-mark.tsx";
import { HrefField, IconField } from "./link-fields.tsx";
import { focusBeside, MoveBar } from "./move-bar.tsx";
import { moved, placeOfDrop } from "./moves.ts";
import { freshId, type PartOf, type PartsType } from "./new-parts.ts";
import { RichField } from "./rich-field.tsx";
import { TitleField, WrittenField } from "./text-fields.tsx";
import type { Where } from "./tree.ts";
import { useDrag } from "./use-drag.ts";
import { type Change, textAttributes, useIssue, useWriting } from "./writing.ts";

interface PartFieldsProps<Part> {
  readonly path: string;
  readonly part: Part;
  readonly onChange: Change<Part>;
}

interface PartListProps<Type extends PartsType> {
  readonly path: string;
  readonly of: Type;
  readonly items: readonly PartOf[Type][];
  /** On the button that adds one. */
  readonly add: string;
  readonly fresh: (id: string) => PartOf[Type];
  readonly says: (part: PartOf[Type]) => string;
  readonly Fields: ComponentType<PartFieldsProps<PartOf[Type]>>;
  readonly onChange: Change<readonly PartOf[Type][]>;
}

const MOST = 60;

/** The parts of a section that is a list: a line each, and the fields of those that are open. */
export function PartList<Type extends PartsType>(props: PartListProps<Type>) {
  const { path, of, items, add, fresh, says, Fields, onChange } = props;
  const { isReadOnly, announce } = useWriting();
  const [opened, setOpened] = useState<string | null>(items.length === 1 ? (items[0]?.id ?? null) : null);
  const count = items.length;
  function move(from: number, to: number) {
    const next = moved(items, from, to);
    const part = items[from];
    if (next === items || part === undefined) return;
    onChange(next, null);
    const [name, place] = [nameOf(says(part)), to + 1];
    announce(t`${name} moved to place ${place} of ${count}.`);
  }
  return (
    <div className="flex flex-col gap-2">
      {items.map((part, at) => (
        <PartCard
          key={part.id}
          path={`${path}.${at}`}
          list={path}
          id={part.id}
          name={nameOf(says(part))}
          at={at}
          count={count}
          isOpen={opened === part.id}
          onOpen={(isOpen) => setOpened(isOpen ? part.id : null)}
          onMove={(to) => move(at, to)}
          onPut={(id, where) => {
            const from = items.findIndex((each) => each.id === id);
            if (where !== "into") move(from, placeOfDrop(from, at, where));
          }}
          onRemove={() => {
            focusBeside(items, at);
            onChange(items.toSpliced(at, 1), null);
            const name = nameOf(says(part));
            announce(t`${name} removed. Undo brings it back.`);
          }}
        >
          <Fields path={`${path}.${at}`} part={part} onChange={(next, of) => onChange(items.with(at, next), of)} />
        </PartCard>
      ))}
      {isReadOnly || count >= MOST ? null : (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          onClick={() => {
            const part = fresh(freshId(of, newUid()));
            onChange([...items, part], null);
            setOpened(part.id);
          }}
        >
          <Plus aria-hidden="true" className="size-4" />
          {add}
        </Button>
      )}
    </div>
  );
}

function nameOf(says: string): string {
  return says.trim() === "" ? t({ message: "Empty", context: "nothing is written there yet" }) : says;
}

interface PartCardProps {
  readonly path: string;
  readonly list: string;
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onMove: (to: number) => void;
  readonly onPut: (id: string, where: Where) => void;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function PartCard(props: PartCardProps) {
  const { path, list, id, name, at, count, isOpen, onOpen, onMove, onPut, onRemove, children } = props;
  const { isReadOnly, language } = useWriting();
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const drag = useDrag({
    element,
    handle,
    list,
    id,
    isOn: !isReadOnly,
    onDrop: onPut,
  });
  const isWrong = useIssue(path) !== undefined;
  return (
    <div ref={element} className={classNames("relative rounded-md border border-line", drag.isDragged && "opacity-45")}>
      <DropMark over={drag.over} />
      <div className="px-1 py-0.5">
        <MoveBar
          id={id}
          name={name}
          ways={["up", "down"]}
          open={new Set([...(at > 0 ? (["up"] as const) : []), ...(at < count - 1 ? (["down"] as const) : [])])}
          handle={handle}
          onMove={(way) => onMove(way === "up" ? at - 1 : at + 1)}
          // A list without a part is no section: it is removed with it.
          onRemove={count > 1 ? onRemove : null}
        >
          <button
            type="button"
            aria-expanded={isOpen || isWrong}
            onClick={() => onOpen(!isOpen)}
            {...textAttributes(language)}
            title={name}
            className="min-h-8 min-w-0 truncate text-start text-sm font-medium hover:text-accent pointer-coarse:min-h-11"
          >
            {name}
          </button>
        </MoveBar>
      </div>
      {isOpen || isWrong ? <div className="flex flex-col gap-4 border-t border-line p-3">{children}</div> : null}
    </div>
  );
}

export function StepFields({ path, part, onChange }: PartFieldsProps<PartOf["steps"]>) {
  return (
    <>
      <WrittenField
        label={t`What to do`}
        path={`${path}.title`}
        value={part.title}
        most={160}
        onChange={(title, of) => onChange({ ...part, title }, of)}
      />
      <RichField
        label={t`How it is done`}
        path={`${path}.body`}
        value={part.body}
        onChange={(body, of) => onChange({ ...part, body }, of)}
      />
    </>
  );
}

export function QuestionFields({ path, part, onChange }: PartFieldsProps<PartOf["questions"]>) {
  return (
    <>
      <WrittenField
        label={t`Question`}
        path={`${path}.question`}
        value={part.question}
        most={240}
        onChange={(question, of) => onChange({ ...part, question }, of)}
      />
      <RichField
        label={t`Answer`}
        path={`${path}.answer`}
        value={part.answer}
        onChange={(answer, of) => onChange({ ...part, answer }, of)}
      />
    </>
  );
}

export function CardFields({ path, part, onChange }: PartFieldsProps<PartOf["cards"]>) {
  return (
    <>
      <TitleField
        path={`${path}.title`}
        value={part.title}
        most={120}
        onChange={(title, of) => onChange({ ...part, title }, of)}
      />
      <WrittenField
        label={t`Text`}
        path={`${path}.text`}
        value={part.text}
        most={500}
        isLong
        onChange={(text, of) => onChange({ ...part, text }, of)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <HrefField
          path={`${path}.href`}
          href={part.href ?? ""}
          onChange={(href, of) => onChange({ ...part, href: href === "" ? null : href }, of)}
        />
        <IconField icon={part.icon} onChange={(icon) => onChange({ ...part, icon }, null)} />
      </div>
    </>
  );
}
