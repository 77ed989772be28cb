import { pauseAheadSaid, pausedSaid, takenBackSaid, waitingSaid } from "#schemas/protection-words.ts";
import { saidWords } from "./said-words.ts";

/** What a change that waits will do, in one sentence. */
export function waitingWords(...change: Parameters<typeof waitingSaid>): string {
  return saidWords(waitingSaid(...change));
}

/** That a change of credentials pauses sending, and for how long; empty where nothing pauses. */
export function pauseAheadWords(...hours: Parameters<typeof pauseAheadSaid>): string {
  return saidWords(pauseAheadSaid(...hours));
}

/** The same once it was done. */
export function pausedWords(...hours: Parameters<typeof pausedSaid>): string {
  return saidWords(pausedSaid(...hours));
}

/** What was taken back when an account was frozen; empty where nothing was. */
export function takenBackWords(...taken: Parameters<typeof takenBackSaid>): string {
  return saidWords(takenBackSaid(...taken));
}
