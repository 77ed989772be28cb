import { atom } from "jotai";
import type { TakenFacts } from "./device-facts.ts";

/** A screen that a picture is to be taken of. */
export interface Wanted {
  readonly path: string;
  readonly isRedacted: boolean;
}

/** A picture that was taken. It is kept in memory alone, and gone with the page. */
export interface Taken {
  readonly picture: Blob;
  readonly facts: TakenFacts;
}

/** Set while the person is on their way to take a picture. */
export const wantedAtom = atom<Wanted | null>(null);
export const takenAtom = atom<Taken | null>(null);
