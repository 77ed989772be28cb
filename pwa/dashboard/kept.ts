import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { FeaturedTokensOutput } from "#schemas/featured-tokens.ts";
import { KycStatusOutput } from "#schemas/kyc.ts";

const KEYS = { featured: "astrolabe.featured-tokens", kyc: "astrolabe.kyc-status" } as const;
const SHAPES = { featured: FeaturedTokensOutput, kyc: KycStatusOutput } as const;
const Kept = v.object({ answer: v.unknown() });
export type KeptName = keyof typeof KEYS;
type Shape<Name extends KeptName> = v.InferOutput<(typeof SHAPES)[Name]>;

/** What this device was last told, for its user. */
export function readKept<Name extends KeptName>(name: Name, userId: number): Shape<Name> | null {
  const answer = v.safeParse<(typeof SHAPES)[Name]>(SHAPES[name], keptText(KEYS[name], Kept, userId).read()?.answer);
  return answer.success ? answer.output : null;
}

export function keep<Name extends KeptName>(name: Name, userId: number, answer: Shape<Name>): void {
  keptText(KEYS[name], Kept, userId).keep({ answer });
}
