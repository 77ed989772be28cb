import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { useState } from "react";
import type { BlockOutput } from "#schemas/content/read.ts";
import { BlockView } from "./block-view.tsx";
import { isPutAway, putAway } from "./put-away.ts";

/** What operators say on a screen of the app: announcements, which can be put away, then all else in its own order. */
export function PlaceBlocks({ blocks }: { readonly blocks: readonly BlockOutput[] }) {
  const [, setCount] = useState(0);
  const shown = blocks.filter((block) => block.blockType !== "announcement" || !isPutAway(block));
  const of = (type: BlockOutput["blockType"]) => shown.filter(({ blockType }) => blockType === type);
  const [cards, questions] = [of("card"), of("question")];
  return (
    <>
      {[...of("announcement"), ...of("banner")].map((block) =>
        block.blockType === "announcement" ? (
          <Announcement key={block.blockKey} block={block} onPutAway={() => setCount((count) => count + 1)} />
        ) : (
          <BlockView key={block.blockKey} block={block} level={2} />
        ),
      )}
      {cards.length === 0 ? null : (
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-4">
          {cards.map((block) => (
            <li key={block.blockKey}>
              <BlockView block={block} level={2} />
            </li>
          ))}
        </ul>
      )}
      {questions.length === 0 ? null : (
        <div className="rounded-lg border border-line bg-surface px-5 [&>:last-child]:border-b-0">
          {questions.map((block) => (
            <BlockView key={block.blockKey} block={block} level={2} />
          ))}
        </div>
      )}
    </>
  );
}

interface AnnouncementProps {
  readonly block: BlockOutput;
  readonly onPutAway: () => void;
}

function Announcement({ block, onPutAway }: AnnouncementProps) {
  const { title } = block;
  const leave = () => {
    putAway(block);
    onPutAway();
    // Whoever went by keys goes on at the top of the screen, and not of the window.
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <div className="relative *:first:pe-12">
      <BlockView block={block} level={2} />
      <button
        type="button"
        aria-label={t`Put away: ${title}`}
        onClick={leave}
        className="absolute end-1 top-1 grid size-11 place-items-center rounded-md text-ink-3 hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}
