import { readSaid, type Said } from "#schemas/said.ts";
import { DEFAULT_LANGUAGE } from "#schemas/values/languages.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

/** Why a payment came to nothing, as answers tell it: in English, and by code and facts where it was stored so. */
interface ReasonTold {
  readonly message: string | null;
  readonly said: Said | null;
}

export const NO_REASON: ReasonTold = { message: null, said: null };

export function reasonTold(reason: string): ReasonTold {
  return { message: wordsIn(DEFAULT_LANGUAGE).said(reason), said: readSaid(reason) };
}
