import * as v from "valibot";
import { readStored, removeStored, writeStored } from "#pwa/platform/device/storage.ts";
import { FeaturedTokensOutput } from "#schemas/featured-tokens.ts";
import { KycStatusOutput } from "#schemas/kyc.ts";

const KEYS = { featured: "astrolabe.featured-tokens", kyc: "astrolabe.kyc-status" } as const;
const SHAPES = { featured: FeaturedTokensOutput, kyc: KycStatusOutput } as const;
export type KeptName = keyof typeof KEYS;
type Shape<Name extends KeptName> = v.InferOutput<(typeof SHAPES)[Name]>;

/** What this device was last told, for its user; another user's is removed. */
export function readKept<Name extends KeptName>(name: Name, userId: number): Shape<Name> | null {
  const Kept = v.object({ userId: v.number(), answer: v.unknown() });
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readStored(KEYS[name]));
  const answer = v.safeParse<(typeof SHAPES)[Name]>(SHAPES[name], stored.success ? stored.output.answer : undefined);
  if (stored.success && stored.output.userId === userId && answer.success) return answer.output;
  removeStored(KEYS[name]);
  return null;
}

export function keep<Name extends KeptName>(name: Name, userId: number, answer: Shape<Name>): void {
  writeStored(KEYS[name], JSON.stringify({ userId, answer }));
}
