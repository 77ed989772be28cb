import * as v from "valibot";
import { AllowedAddressInput } from "./security.ts";
import { says } from "./values/field-sentences.ts";
import { Instant, requiredText } from "./values/fields.ts";
import { isIpRange } from "./values/ip-ranges.ts";
import { MemoType } from "./values/memo.ts";
import { Amount } from "./values/money.ts";

/** What a key may be for: `read` looks at one's own money and at the markets, `pay` pays those on the key's own list. */
export const ApiKeyScope = v.picklist(["read", "pay"]);
export type ApiKeyScope = v.InferOutput<typeof ApiKeyScope>;

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

/** A key to be made. A scope that is not named is not had; `pays` is there if and only if it has the scope `pay`. */
export const NewApiKeyInput = v.pipe(
  v.strictObject({
    name: requiredText(64, says("name-it")),
    scopes: v.pipe(v.array(ApiKeyScope), v.minLength(1, says("key-scopes")), v.maxLength(2)),
    /** How many days it holds. */
    days: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(API_KEY_MOST_DAYS)),
    /** From where it may be used: addresses and networks (CIDR), IPv4 or IPv6; none for anywhere. */
    addresses: v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.maxLength(64), v.check(isIpRange, says("ip-range")))),
      v.maxLength(API_KEY_MOST_ADDRESSES),
    ),
    pays: v.nullable(ApiKeyPays),
  }),
  v.forward(
    v.check(({ scopes, pays }) => scopes.includes("pay") === (pays !== null), says("key-pays")),
    ["pays"],
  ),
);
export type NewApiKeyInput = v.InferOutput<typeof NewApiKeyInput>;

/** A key as its owner sees it: the secret is nowhere. */
export const ApiKeyOutput = v.strictObject({
  id: v.string(),
  name: v.string(),
  scopes: v.array(ApiKeyScope),
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

/** `q` is a user's number or a key's id, never the key itself: what is asked for stands in logs. */
export const AllApiKeysQuery = v.strictObject({
  q: v.optional(v.pipe(v.string(), v.regex(/^(\d{1,15}|[0-9a-f]{16})?$/, "Malformed search")), ""),
  show: v.optional(v.picklist(["all", "pays", "unused", "expired"]), "all"),
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
