import * as v from "valibot";
import type { Permission } from "./operators.ts";
import { Instant, requiredText } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";

/** Lists of which views are saved, as the console's addresses have them, and who may see those of others: a view tells what was searched for. */
export const VIEW_LISTS = {
  deposits: "deposits.read",
  "decided-deposits": "deposits.read",
  approvals: "proposals.read",
  payments: "payments.read",
  "all-payments": "payments.read",
  fees: "fees.read",
  people: "users.read",
  suspense: "books.read",
  support: "support.read",
  identities: "identities.read",
  "api-keys": "api-keys.read",
  audit: "actions.read",
} as const satisfies Readonly<Record<string, Permission>>;
export type ViewList = keyof typeof VIEW_LISTS;
const ListName = v.picklist(Object.keys(VIEW_LISTS).filter((name): name is ViewList => name in VIEW_LISTS));

/** Saved by one operator, at most. */
export const VIEWS_KEPT = 50;
const NAME_LENGTH = 60;

/** What of an address is saved, as it stands there: what a later app no longer knows is kept all the same. */
export const ViewPlace = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-z]{1,20}$/, "Malformed part")), v.pipe(v.string(), v.maxLength(254))),
  v.check((place) => Object.keys(place).length <= 20, "Too many parts"),
);
export type ViewPlace = v.InferOutput<typeof ViewPlace>;

/** Under a name that one's own view of the list has already, it takes its place. */
export const SaveViewInput = v.strictObject({
  list: ListName,
  name: requiredText(NAME_LENGTH, says("name-it")),
  place: ViewPlace,
  /** Whether all operators find it who may see the list. */
  isShared: v.boolean(),
});
export type SaveViewInput = v.InferOutput<typeof SaveViewInput>;

const SavedView = v.strictObject({
  id: v.number(),
  name: v.string(),
  place: ViewPlace,
  isShared: v.boolean(),
  isOwn: v.boolean(),
  /** Who saved it. */
  by: v.string(),
  savedAt: Instant,
});
export type SavedView = v.InferOutput<typeof SavedView>;

export const ViewsQuery = v.strictObject({ list: ListName });
/** One's own of a list, and those that others share, by their names. */
export const ViewsOutput = v.strictObject({ views: v.array(SavedView) });
export type ViewsOutput = v.InferOutput<typeof ViewsOutput>;

export const ViewParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed view number"), v.transform(Number)),
});
