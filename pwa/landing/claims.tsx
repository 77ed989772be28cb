import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { BlockView, type ShownBlock } from "#pwa/parts/content/block-view.tsx";
import { useSite } from "#pwa/parts/content/site-store.ts";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import type { BlockOutput } from "#schemas/content/read.ts";
import { richText } from "#schemas/content/rich-text.ts";
import type { ContentIcon } from "#schemas/content/sections.ts";

type Claim = ShownBlock & Pick<BlockOutput, "blockKey">;

/** What is claimed as long as nobody knows what operators wrote: what an empty database is given says the same. */
function ownClaims(): readonly Claim[] {
  return [
    claim("shield", t`Secure storage`, t`Keys stay encrypted on the server and never reach a page.`),
    claim("zap", t`Instant transfers`, t`A payment arrives within seconds: the ledger closes every few seconds.`),
    claim("coins", t`Multi-currency support`, t`XLM and any asset of the Stellar network, side by side in one wallet.`),
    claim(
      "chart-line",
      t`A built-in decentralized exchange`,
      t`Trade in order books and pools that are part of the ledger itself, from the same wallet.`,
    ),
    claim(
      "history",
      t`Transaction history with export`,
      t`Every movement with its fee and its hash, to export as CSV, JSON or a statement.`,
    ),
    claim(
      "arrow-left-right",
      t`Asset swaps`,
      t`Exchange one asset for another at a price that you see first, within a bound that the ledger keeps to.`,
    ),
  ];
}

function claim(icon: ContentIcon, title: string, text: string): Claim {
  const body = richText(text);
  const language = shownLanguage();
  return { blockKey: icon, blockType: "card", icon, mediaId: null, title, body, link: null, alt: "", language };
}

function useBlocks(): readonly Claim[] | null {
  const site = useSite();
  return site === null ? null : site.blocks.filter(({ place }) => place === "landing");
}

/** What operators say to everybody before all else. */
export function Announcements() {
  const blocks = (useBlocks() ?? []).filter(({ blockType }) => blockType === "announcement");
  if (blocks.length === 0) return null;
  return (
    <div className="mx-auto max-w-6xl space-y-3 px-4 pt-6 sm:px-6">
      {blocks.map((block) => (
        <BlockView key={block.blockKey} block={block} level={2} />
      ))}
    </div>
  );
}

/** What the wallet does, as operators say it. */
export function Claims() {
  const blocks = useBlocks() ?? ownClaims();
  const cards = blocks.filter(({ blockType }) => blockType === "card");
  const wide = blocks.filter(({ blockType }) => blockType === "banner");
  if (cards.length === 0 && wide.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
      <h2 id="claims" className="max-w-xl text-2xl font-semibold">
        <Trans>Everything a wallet should do</Trans>
      </h2>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((block) => (
          <li key={block.blockKey}>
            <BlockView block={block} level={3} />
          </li>
        ))}
      </ul>
      {wide.map((block) => (
        <div key={block.blockKey} className="mt-4">
          <BlockView block={block} level={3} />
        </div>
      ))}
    </section>
  );
}

/** What operators answer at once. */
export function Questions() {
  const blocks = (useBlocks() ?? []).filter(({ blockType }) => blockType === "question");
  if (blocks.length === 0) return null;
  return (
    <section aria-labelledby="questions" className="mx-auto max-w-3xl px-4 pb-14 sm:px-6 md:pb-20">
      <h2 id="questions" className="text-2xl font-semibold">
        <Trans>Questions</Trans>
      </h2>
      <div className="mt-6 border-t border-line">
        {blocks.map((block) => (
          <BlockView key={block.blockKey} block={block} level={3} />
        ))}
      </div>
    </section>
  );
}
