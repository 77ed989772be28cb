import type { MediaEntry } from "#schemas/content/desk.ts";

/** The pictures that can be put into what is written. */
export interface Pictures {
  readonly list: () => Promise<readonly MediaEntry[]>;
  /** Null where none can be added. */
  readonly add: ((file: File, name: string, alt: string) => Promise<MediaEntry>) | null;
  readonly urlOf: (mediaId: string) => string;
}
