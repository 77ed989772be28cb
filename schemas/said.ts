import * as v from "valibot";

/** What fills the places of a sentence: texts and numbers as they are stored (amounts as decimal texts, instants in ms), never worded. */
export const SaidFacts = v.record(v.string(), v.union([v.string(), v.number()]));
export type SaidFacts = v.InferOutput<typeof SaidFacts>;

/** A sentence that is put into words where it is read: which one, and what fills its places. */
export const Said = v.object({ code: v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/)), facts: SaidFacts });
export type Said = v.InferOutput<typeof Said>;

const Written = v.pipe(v.string(), v.startsWith('{"code":'), v.parseJson(), Said);

/**
 * A refusal among others in an answer: `message` is its English; by code and facts a device words it itself. Those kept from before there
 * were facts have none.
 */
export const ToldRefusal = v.strictObject({ code: v.string(), message: v.string(), facts: v.optional(SaidFacts) });
export type ToldRefusal = v.InferOutput<typeof ToldRefusal>;

/** As it is stored in a field for text, beside texts that were worded before there were codes, and words of people. */
export function writeSaid(code: string, facts: SaidFacts = {}): string {
  return JSON.stringify({ code, facts } satisfies Said);
}

/** What a stored text says by its code; null for one that is words already. */
export function readSaid(text: string): Said | null {
  const read = v.safeParse(Written, text);
  return read.success ? read.output : null;
}
