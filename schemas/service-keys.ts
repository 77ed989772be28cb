import * as v from "valibot";
import { Instant } from "./values/fields.ts";

/** Keys that the service holds, by what they are for. */
export const ServiceKeyKind = v.picklist(["wallets", "house", "anchor", "seals", "push", "secrets"]);
export type ServiceKeyKind = v.InferOutput<typeof ServiceKeyKind>;

/** How many keys of a kind there are and since when; null where there are none, or where nobody kept when one was made. */
export const ServiceKey = v.strictObject({
  kind: ServiceKeyKind,
  count: v.number(),
  oldest: v.nullable(Instant),
  newest: v.nullable(Instant),
});
export type ServiceKey = v.InferOutput<typeof ServiceKey>;

export const ServiceKeysOutput = v.strictObject({
  keys: v.array(ServiceKey),
  /** What locks all of them: its name, how many locks are its own and how many are still a former key's. */
  wrapping: v.strictObject({ setting: v.string(), version: v.string(), own: v.number(), former: v.number() }),
});
export type ServiceKeysOutput = v.InferOutput<typeof ServiceKeysOutput>;
