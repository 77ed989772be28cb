import { ArrowRight } from "lucide-react";
import { Button } from "#pwa/ui/button.tsx";
import type { PageSection } from "#schemas/content/sections.ts";
import { CardList, QuestionList, StepList } from "./section-lists.tsx";
import { CodeSection, TableSection } from "./section-frames.tsx";
import { Callout } from "./callout.tsx";
import { ContentLink } from "./content-link.tsx";
import { ContentPicture } from "./content-picture.tsx";
import { Heading, type HeadingLevel } from "./heading.tsx";
import { levelled } from "./outline.ts";
import { RichTextView } from "./rich-text-view.tsx";

/** The sections of a page below its title, one under the other. */
export function SectionsView({ sections }: { readonly sections: readonly PageSection[] }) {
  return (
    <div className="space-y-7 text-ink-2">
      {levelled(sections).map(({ section, level }) => (
        <SectionView key={section.id} section={section} level={level} />
      ))}
    </div>
  );
}

interface SectionViewProps {
  readonly section: PageSection;
  /** The level of the headings in it. */
  readonly level: HeadingLevel;
}

/** One part of a page, under its name as an address may have it. */
export function SectionView({ section, level }: SectionViewProps) {
  return (
    <div id={section.id} className={section.type === "heading" ? "pt-3" : "min-w-0"}>
      <Drawn section={section} level={level} />
    </div>
  );
}

function Drawn({ section, level }: SectionViewProps) {
  switch (section.type) {
    case "text":
      return <RichTextView text={section.body} />;
    case "heading":
      return (
        <Heading level={level} className={`${level === 2 ? "text-xl" : "text-lg"} font-semibold break-words text-ink`}>
          {section.text}
        </Heading>
      );
    case "picture":
      return (
        <figure className="break-inside-avoid">
          <ContentPicture mediaId={section.mediaId} alt={section.alt} />
          {section.caption === "" ? null : (
            <figcaption className="mt-2 text-sm break-words text-ink-3">{section.caption}</figcaption>
          )}
        </figure>
      );
    case "columns":
      return (
        <div className="grid gap-6 md:grid-cols-2 md:gap-10">
          <RichTextView text={section.left} />
          <RichTextView text={section.right} />
        </div>
      );
    case "steps":
      return <StepList steps={section.items} level={level} />;
    case "questions":
      return <QuestionList questions={section.items} level={level} />;
    case "call-to-action":
      return <CallToAction section={section} level={level} />;
    case "code":
      return <CodeSection section={section} />;
    case "table":
      return <TableSection section={section} />;
    case "callout":
      return <Callout tone={section.tone} text={section.body} />;
    case "cards":
      return <CardList cards={section.items} level={level} />;
    default:
      return null;
  }
}

interface CallProps extends SectionViewProps {
  readonly section: Extract<PageSection, { readonly type: "call-to-action" }>;
}

function CallToAction({ section: { title, text, link }, level }: CallProps) {
  return (
    <div className="flex break-inside-avoid flex-wrap items-center justify-between gap-5 rounded-lg border border-line bg-surface p-5 sm:p-7">
      <div className="min-w-0 grow basis-60">
        <Heading level={level} className="text-xl font-semibold break-words text-ink">
          {title}
        </Heading>
        {text === "" ? null : <p className="mt-1.5 break-words whitespace-pre-line">{text}</p>}
      </div>
      <Button asChild>
        <ContentLink href={link.href}>
          {link.label}
          <ArrowRight aria-hidden="true" className="size-4" />
        </ContentLink>
      </Button>
    </div>
  );
}
