import type { ComponentType } from "react";
import type { BlockPlace } from "#schemas/content/items.ts";
import type { BlocksAtProps } from "./blocks-at.tsx";

/** Fetched beside the screens that it stands on, whose own files it does not weigh on. */
let Shown: ComponentType<BlocksAtProps> | null = null;

/** Has what operators say at a place there before its screen is drawn; whatever fails, the screen is drawn without it. */
export async function readyBlocks(place: BlockPlace): Promise<void> {
  try {
    const part = await import("./blocks-at.tsx");
    Shown = part.BlocksAt;
    await part.readyBlocks(place);
  } catch {
    // Without a connection, on a first visit: then nothing is held either.
  }
}

/** What operators say at a place. */
export function BlocksAt(props: BlocksAtProps) {
  return Shown === null ? null : <Shown {...props} />;
}
