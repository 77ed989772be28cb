import type { ListRecord, PageQuery } from "./paging.ts";

/** What a path stands for: one thing, or a list that can be paged through (and mostly streamed). */
export type Resource =
  | {
      readonly kind: "one";
      readonly read: () => object;
      readonly streams: boolean;
      /** The same thing as bare bytes, where it comes so. */
      readonly readRaw?: () => Uint8Array;
    }
  | { readonly kind: "list"; readonly read: (page: PageQuery) => ListRecord[]; readonly streams: boolean };
