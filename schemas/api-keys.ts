import * as v from "valibot";
import { OPERATOR_KEY_MOST_DAYS, OPERATOR_KEY_SCOPES } from "./operator-keys.ts";
import { AllowedAddressInput, OperatorReasonInput } from "./security.ts";
import { says } from "./values/field-sentences.ts";
import { Instant, requiredText } from "./values/fields.ts";
import { isIpRange } from "./values/ip-ranges.ts";
import { MemoType } from "./values/memo.ts";
import { Amount } from "./values/money.ts";

/** What a key may be for: `read` looks at one's own money and at the markets, `pay` pays those on the key's own list. */
export const ApiKeyScope = v.picklist(["read", "pay"]);
export type ApiKeyScope = v.InferOutput<typeof ApiKeyScope>;
/** The same of any key: those of operators have a permission each, and none of a person's. */
export const KeyScope = v.picklist([...ApiKeyScope.options, ...OPERATOR_KEY_SCOPES]);
export type KeyScope = v.InferOutput<typeof KeyScope>;

export const API_KEY_MOST = 20;
export const API_KEY_MOST_DAYS = 365;
export const API_KEY_MOST_ALLOWED = 20;
export const API_KEY_MOST_ADDRESSES = 20;

/** `astro_live_`, the id it is known by, and the secret, both in hex. */
export const API_KEY_PATTERN = /^astro_live_([0-9a-f]{16})_([0-9a-f]{64})$/;

/** Whom a key that pays may pay, and how much within 24 hours, as the limits of the account count it. */
export const ApiKeyPays = v.strictObject({
  allowed: v.pipe(
    v.array(AllowedAddressInput),
    v.minLength(1, says("key-recipients")),
    v.maxLength(API_KEY_MOST_ALLOWED, says("key-recipients-many", { most: API_KEY_MOST_ALLOWED })),
  ),
  dailyLimit: Amount,
});
export type ApiKeyPays = v.InferOutput<typeof ApiKeyPays>;

/** What it is called, and from where it may be used: addresses and networks (CIDR), IPv4 or IPv6; none for anywhere. */
const KEY_FIELDS = {
  name: requiredText(64, says("name-it")),
  addresses: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.maxLength(64), v.check(isIpRange, says("ip-range")))),
    v.maxLength(API_KEY_MOST_ADDRESSES),
  ),
};

/** How many days it holds. */
function days(most: number) {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(most));
}

/** A key to be made. A scope that is not named is not had; `pays` is there if and only if it has the scope `pay`. */
export const NewApiKeyInput = v.pipe(
  v.strictObject({
    ...KEY_FIELDS,
    scopes: v.pipe(v.array(ApiKeyScope), v.minLength(1, says("key-scopes")), v.maxLength(2)),
    days: days(API_KEY_MOST_DAYS),
    pays: v.nullable(ApiKeyPays),
  }),
  v.forward(
    v.check(({ scopes, pays }) => scopes.includes("pay") === (pays !== null), says("key-pays")),
    ["pays"],
  ),
);
export type NewApiKeyInput = v.InferOutput<typeof NewApiKeyInput>;

/** An operator's key to be made, each scope within their own rights. */
export const NewOperatorKeyInput = v.strictObject({
  ...KEY_FIELDS,
  scopes: v.pipe(
    v.array(v.picklist(OPERATOR_KEY_SCOPES)),
    v.minLength(1, says("key-scopes")),
    v.maxLength(OPERATOR_KEY_SCOPES.length),
  ),
  days: days(OPERATOR_KEY_MOST_DAYS),
  ...OperatorReasonInput.entries,
});
export type NewOperatorKeyInput = v.InferOutput<typeof NewOperatorKeyInput>;

/** A key as its owner sees it: the secret is nowhere. */
export const ApiKeyOutput = v.strictObject({
  id: v.string(),
  name: v.string(),
  scopes: v.array(KeyScope),
  addresses: v.array(v.string()),
  pays: v.nullable(
    v.strictObject({
      allowed: v.array(
        v.strictObject({ address: v.string(), memo: v.string(), memoType: MemoType, label: v.string() }),
      ),
      dailyLimit: Amount,
    }),
  ),
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute. */
  lastUsedAt: v.nullable(Instant),
  /** Whether a call by it is answered: it has not expired, and no new password ended it. */
  isLive: v.boolean(),
});
export type ApiKeyOutput = v.InferOutput<typeof ApiKeyOutput>;

export const ApiKeysOutput = v.strictObject({ keys: v.array(ApiKeyOutput) });
export type ApiKeysOutput = v.InferOutput<typeof ApiKeysOutput>;

/** The one answer that has the key whole. */
export const NewApiKeyOutput = v.strictObject({ key: v.string(), keys: v.array(ApiKeyOutput) });
export type NewApiKeyOutput = v.InferOutput<typeof NewApiKeyOutput>;

export const ApiKeyParams = v.strictObject({ id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, "Malformed key id")) });

/** Rows of a page of all keys. */
export const ALL_KEYS_PAGE = 50;
const NumberInQuery = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}$/, "Malformed number"),
  v.transform(Number),
  v.safeInteger(),
);

/** What all keys can be narrowed to. */
export const SHOWN_API_KEYS = ["all", "pays", "operators", "unused", "expired"] as const;

export const API_KEY_FILTERS = {
  /** A user's number or a key's id, never the key itself: what is asked for stands in logs. */
  find: v.optional(v.pipe(v.string(), v.regex(/^(\d{1,15}|[0-9a-f]{16})?$/, "Malformed search")), ""),
  show: v.optional(v.picklist(SHOWN_API_KEYS), "all"),
};
export type ApiKeyFilters = Omit<AllApiKeysQuery, "after">;

export const AllApiKeysQuery = v.strictObject({
  ...API_KEY_FILTERS,
  /** The number of the last row of the page before. */
  after: v.optional(NumberInQuery),
});
export type AllApiKeysQuery = v.InferOutput<typeof AllApiKeysQuery>;

/** A key as operators see it. */
export const ListedApiKey = v.strictObject({
  ...ApiKeyOutput.entries,
  /** By which the list is read on. */
  number: v.number(),
  userId: v.number(),
  username: v.string(),
});
export type ListedApiKey = v.InferOutput<typeof ListedApiKey>;
export const AllApiKeysOutput = v.strictObject({ keys: v.array(ListedApiKey) });
export type AllApiKeysOutput = v.InferOutput<typeof AllApiKeysOutput>;
