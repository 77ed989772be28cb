import { ArrowRight } from "lucide-react";
import type { BlockOutput } from "#schemas/content/read.ts";
import { directionOf } from "#schemas/values/languages.ts";
import { ContentIcon, IconTile } from "./content-icon.tsx";
import { ContentLink } from "./content-link.tsx";
import { ContentPicture } from "./content-picture.tsx";
import { Heading, type HeadingLevel } from "./heading.tsx";
import { RichTextView } from "./rich-text-view.tsx";

/** What is drawn of a block, whoever brings it. */
export type ShownBlock = Pick<
  BlockOutput,
  "blockType" | "icon" | "mediaId" | "title" | "body" | "link" | "alt" | "language"
>;

interface BlockViewProps {
  readonly block: ShownBlock;
  /** The level of its title where it stands. */
  readonly level: HeadingLevel;
}

const FRAMES: Readonly<Record<BlockOutput["blockType"], string>> = {
  banner: "rounded-lg border border-line bg-surface p-5 sm:p-7",
  announcement: "rounded-md border border-line border-s-2 border-s-accent bg-accent-soft px-4 py-3.5",
  card: "h-full rounded-lg border border-line bg-surface p-5",
  question: "border-b border-line py-5",
};

/** A block that operators wrote for a screen. */
export function BlockView({ block, level }: BlockViewProps) {
  const { blockType, icon, title, body, link, mediaId, alt, language } = block;
  const isSmall = blockType === "announcement" || blockType === "question";
  return (
    <section
      lang={language}
      dir={directionOf(language)}
      className={`flex min-w-0 break-inside-avoid flex-col gap-3 text-ink-2 ${FRAMES[blockType]}`}
    >
      {mediaId === null ? null : <ContentPicture mediaId={mediaId} alt={alt} />}
      <div className={`flex min-w-0 gap-3 ${blockType === "card" ? "flex-col" : ""}`}>
        {icon === null ? null : isSmall ? (
          <ContentIcon name={icon} className="mt-1 size-4 shrink-0 text-accent" />
        ) : (
          <IconTile name={icon} />
        )}
        <div className="min-w-0 grow">
          <Heading
            level={level}
            className={`font-semibold break-words text-ink ${blockType === "banner" ? "text-xl" : "text-base"}`}
          >
            {title}
          </Heading>
          <div className={`mt-1.5 ${blockType === "banner" ? "" : "text-sm"}`}>
            <RichTextView text={body} />
          </div>
          {link === null ? null : (
            <ContentLink
              href={link.href}
              className="mt-2 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-accent underline-offset-4 hover:underline"
            >
              {link.label}
              <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
            </ContentLink>
          )}
        </div>
      </div>
    </section>
  );
}
