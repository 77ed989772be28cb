import type { EditorPort, Kept, Pictures } from "#pwa/content-editor/door.ts";
import { mediaPath } from "#pwa/parts/content/content-picture.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import type { ContentItemOutput } from "#schemas/content/desk.ts";
import type { Content, ContentKind } from "#schemas/content/items.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";

/** Which page, block or menu. */
export interface Which {
  readonly kind: ContentKind;
  readonly key: string;
}

/** Somebody else was here, and whoever writes says how it goes on. */
const STOPS: readonly (string | null)[] = ["content-moved", "content-published", "content-written", "content-no-draft"];

/** What is kept of an item: its draft, or what is public of it; null where there is neither. */
export function keptOf({ draft, published }: ContentItemOutput): Kept | null {
  const content = draft?.content ?? published?.content;
  if (content === undefined) return null;
  const base = draft?.baseVersion ?? published?.version ?? 0;
  return { content, place: { revision: draft?.revision ?? 0, baseVersion: base } };
}

/** What is kept by the server's own state: a draft that was begun before a publication goes on from what is public now. */
function keptNow(item: ContentItemOutput): Kept | null {
  const kept = keptOf(item);
  const baseVersion = item.published?.version ?? 0;
  return kept === null ? null : { ...kept, place: { ...kept.place, baseVersion } };
}

export async function askItem(which: Which, signal?: AbortSignal): Promise<ContentItemOutput> {
  return call(CONTENT_DESK_ENDPOINTS.contentItem, { query: which, ...(signal !== undefined && { signal }) });
}

/** Keeps what is written with the server. */
export function contentPort(which: Which): EditorPort {
  return {
    async save(content, place, isLast) {
      const body = { ...which, ...place, content };
      try {
        return await call(CONTENT_DESK_ENDPOINTS.saveDraft, { body, isLast });
      } catch (error) {
        const own = await ownSaving(which, content, error);
        if (own === null) throw error;
        return own;
      }
    },
    meaningOf(error) {
      if (!(error instanceof HttpError) || error.status >= 500) return "unanswered";
      return STOPS.includes(error.code) ? "stopped" : "refused";
    },
    async theirs() {
      await call(CONTENT_DESK_ENDPOINTS.writeContent, { body: { ...which, isTakeOver: true } });
      const kept = keptNow(await askItem(which));
      if (kept === null) throw new TypeError("What was written is gone.");
      return kept;
    },
  };
}

/** An answer may be lost on its way: what then looks like somebody else's saving is one's own, if it says just that. */
async function ownSaving(which: Which, content: Content, error: unknown): Promise<{ revision: number } | null> {
  if (!(error instanceof HttpError) || error.code !== "content-moved") return null;
  const { draft } = await askItem(which);
  const isOwn = draft !== null && JSON.stringify(draft.content) === JSON.stringify(content);
  return isOwn ? { revision: draft.revision } : null;
}

/** The media library. */
export const LIBRARY: Pictures = {
  list: async () => (await call(CONTENT_DESK_ENDPOINTS.mediaList, {})).media,
  async add(file, name, alt) {
    const body = new Uint8Array(await file.arrayBuffer());
    return (await call(CONTENT_DESK_ENDPOINTS.addMedia, { query: { name, alt }, body })).media;
  },
  urlOf: mediaPath,
};
