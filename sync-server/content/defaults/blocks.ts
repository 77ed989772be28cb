import type { BlockContent } from "#schemas/content/items.ts";

interface DefaultBlock {
  readonly key: string;
  readonly content: BlockContent;
}

/** The blocks that Astrolabe comes with. */
export const DEFAULT_BLOCKS: readonly DefaultBlock[] = [];
