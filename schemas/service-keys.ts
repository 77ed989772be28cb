import * as v from "valibot";
import { Instant } from "./values/fields.ts";

/** Keys that the service holds, by what they are for. */
export const ServiceKeyKind = v.picklist([
  "wallets",
  "house",
  "channels",
  "signers",
  "anchor",
  "seals",
  "session",
  "push",
  "secrets",
]);
export type ServiceKeyKind = v.InferOutput<typeof ServiceKeyKind>;

/** How many keys of a kind there are and since when; null where there are none, or where nobody kept when one was made. */
export const ServiceKey = v.strictObject({
  kind: ServiceKeyKind,
  count: v.number(),
  oldest: v.nullable(Instant),
  newest: v.nullable(Instant),
});
export type ServiceKey = v.InferOutput<typeof ServiceKey>;

/**
 * `asked` until a server takes it up, then `running`; `superseded` where it was asked for another key of the vault before it
 * had ended.
 */
export const RewrapState = v.picklist(["asked", "running", "done", "superseded"]);
export type RewrapState = v.InferOutput<typeof RewrapState>;

/** How one change of the vault's locks goes, or went. */
export const RewrapOutput = v.strictObject({
  id: v.number(),
  /** The number of the key that locks everything once it is done; null where no server has been started with it yet. */
  key: v.nullable(v.number()),
  state: RewrapState,
  /** Who proposed it, and who agreed; null for the command of whoever runs the server. */
  askedBy: v.nullable(v.number()),
  approvedBy: v.nullable(v.number()),
  reason: v.string(),
  askedAt: Instant,
  startedAt: v.nullable(Instant),
  endedAt: v.nullable(Instant),
  done: v.number(),
  total: v.number(),
  /** How many locks no key opens that is named, and the first of their names. */
  unopened: v.strictObject({ count: v.number(), names: v.array(v.string()) }),
});
export type RewrapOutput = v.InferOutput<typeof RewrapOutput>;

/** How far the newest change of the vault's locks is, by its number. */
export const RewrapProgress = v.strictObject({
  id: v.number(),
  state: RewrapState,
  done: v.number(),
  total: v.number(),
});
export type RewrapProgress = v.InferOutput<typeof RewrapProgress>;

export const ServiceKeysOutput = v.strictObject({
  keys: v.array(ServiceKey),
  /** What locks all of them, and how many locks are its own and how many are still a former key's. */
  wrapping: v.strictObject({
    /** The variable that names it. */
    setting: v.string(),
    /** As a key management service calls it; null for a key that we hold, which has no name that says nothing of it. */
    name: v.nullable(v.string()),
    /** The how manieth it is; null while the servers do not agree which one it is. */
    number: v.nullable(v.number()),
    /** Since when this database has known it as the present one. */
    since: v.nullable(Instant),
    own: v.number(),
    former: v.number(),
  }),
  /** The newest change of the locks. */
  rewrap: v.nullable(RewrapOutput),
  /** When the last one ended. */
  lastEndedAt: v.nullable(Instant),
  /** Wallets that are being handed to another signing key, the first of them. */
  changing: v.strictObject({
    count: v.number(),
    accounts: v.array(v.strictObject({ account: v.string(), userId: v.number() })),
  }),
});
export type ServiceKeysOutput = v.InferOutput<typeof ServiceKeysOutput>;
