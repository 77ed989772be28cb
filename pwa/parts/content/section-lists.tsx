import type { ReactNode } from "react";
import * as v from "valibot";
import type { ContentCard, Question, Step } from "#schemas/content/sections.ts";
import { IconTile } from "./content-icon.tsx";
import { ContentLink } from "./content-link.tsx";
import { Heading, type HeadingLevel } from "./heading.tsx";
import { RichTextView } from "./rich-text-view.tsx";

interface Levelled {
  readonly level: HeadingLevel;
}
const TITLE = "font-semibold break-words text-ink";

export function StepList({ steps, level }: Levelled & { readonly steps: readonly v.InferOutput<typeof Step>[] }) {
  return (
    <ol className="space-y-6">
      {steps.map(({ id, title, body }, at) => (
        <li key={id} id={id} className="flex break-inside-avoid gap-4">
          <span
            aria-hidden="true"
            className="numeric grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
          >
            {at + 1}
          </span>
          <div className="min-w-0 grow pt-1">
            <Heading level={level} className={TITLE}>
              {title}
            </Heading>
            <div className="mt-1.5">
              <RichTextView text={body} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

interface QuestionListProps extends Levelled {
  readonly questions: readonly v.InferOutput<typeof Question>[];
}

/** Each question is open to be read: it is printed, found by the browser, and led to by its name. */
export function QuestionList({ questions, level }: QuestionListProps) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ id, question, answer }) => (
        <div key={id} id={id} className="break-inside-avoid py-5">
          <Heading level={level} className={TITLE}>
            {question}
          </Heading>
          <div className="mt-2">
            <RichTextView text={answer} />
          </div>
        </div>
      ))}
    </div>
  );
}

export function CardList({
  cards,
  level,
}: Levelled & { readonly cards: readonly v.InferOutput<typeof ContentCard>[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {cards.map(({ id, title, text, icon, href }) => (
        <li
          key={id}
          id={id}
          className="relative flex break-inside-avoid flex-col gap-3 rounded-lg border border-line bg-surface p-5 has-[a]:hover:border-line-strong"
        >
          {icon === null ? null : <IconTile name={icon} />}
          <div className="min-w-0">
            <Heading level={level} className={TITLE}>
              <WholeCard href={href}>{title}</WholeCard>
            </Heading>
            {text === "" ? null : <p className="mt-1.5 text-sm break-words whitespace-pre-line">{text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The title leads on, and so does all of the card around it. */
function WholeCard({ href, children }: { readonly href: string | null; readonly children: ReactNode }) {
  if (href === null) return children;
  return (
    <ContentLink href={href} className="rounded-sm after:absolute after:inset-0 after:rounded-lg">
      {children}
    </ContentLink>
  );
}
