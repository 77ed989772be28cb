import { type ReactNode, useState } from "react";
import { ContentIcon } from "#pwa/parts/content/content-icon.tsx";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import { RichTextView } from "#pwa/parts/content/rich-text-view.tsx";
import { shownBlocks } from "#pwa/parts/content/shown-blocks.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { BlockOutput, SiteOutput } from "#schemas/content/read.ts";
import { directionOf } from "#schemas/values/languages.ts";

interface WrittenPanelProps {
  readonly site: SiteOutput;
  /** What stands there where operators say nothing now. */
  readonly own: ReactNode;
}

/** What operators put beside the form: banners as headings, and cards below them. */
export function WrittenPanel({ site, own }: WrittenPanelProps) {
  const [openedAtMs] = useState(nowMs);
  const blocks = shownBlocks(site, "auth", openedAtMs).filter(
    ({ blockType }) => blockType === "banner" || blockType === "card",
  );
  if (blocks.length === 0) return own;
  const of = (type: BlockOutput["blockType"]) => blocks.filter(({ blockType }) => blockType === type);
  const banners = of("banner");
  return (
    <>
      {banners.length > 0 ? null : (
        <h2 id="strengths" className="sr-only">
          {blocks[0]?.title}
        </h2>
      )}
      {banners.map((block, at) => (
        <div
          key={block.blockKey}
          lang={block.language}
          dir={directionOf(block.language)}
          className="max-w-md [&+div]:mt-6"
        >
          <h2 {...(at === 0 && { id: "strengths" })} className="text-3xl font-semibold break-words">
            {block.title}
          </h2>
          <Body block={block} />
        </div>
      ))}
      <ul className="mt-8 space-y-6">
        {of("card").map((block) => (
          <li key={block.blockKey} lang={block.language} dir={directionOf(block.language)} className="flex gap-4">
            {block.icon === null ? null : (
              <span
                aria-hidden="true"
                className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-accent"
              >
                <ContentIcon name={block.icon} className="size-5" />
              </span>
            )}
            <div className="min-w-0">
              <p className="font-medium break-words">{block.title}</p>
              <Body block={block} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Body({ block: { body, link } }: { readonly block: BlockOutput }) {
  return (
    <div className="text-sm text-ink-2">
      <RichTextView text={body} />
      {link === null ? null : (
        <ContentLink
          href={link.href}
          className="inline-flex min-h-8 items-center text-accent underline-offset-4 hover:underline"
        >
          {link.label}
        </ContentLink>
      )}
    </div>
  );
}
