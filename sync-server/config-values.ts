import * as v from "valibot";
import { isAmount, parseAmount } from "#schemas/values/money.ts";
import { parseKey } from "./vault-settings.ts";

const HOUR_MS = 3_600_000;

export function url(protocols: readonly string[], example: string) {
  return v.pipe(
    v.string(),
    v.check((text) => {
      const parsed = URL.parse(text);
      return parsed !== null && protocols.includes(parsed.protocol);
    }, `must be a URL such as ${example}`),
  );
}

/** Cookies, the policy of the pages and reset links know one origin; there is no serving from below a path. */
export const PublicUrl = v.pipe(
  url(["http:", "https:"], "https://wallet.example.org"),
  v.check((text) => {
    const parsed = new URL(text);
    return parsed.href === `${parsed.origin}/`;
  }, "must be an origin such as https://wallet.example.org, without a path"),
);

export function urls(example: string) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.split(",").map((part) => part.trim())),
    v.array(url(["http:", "https:"], example)),
  );
}

export const Key = v.pipe(
  v.string(),
  v.transform(parseKey),
  v.nonNullable(v.custom<Buffer>(Buffer.isBuffer), "must be 32 bytes, as 64 hex digits or 44 base64 characters"),
);

export const Port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, "must be a port number from 0 to 65535"),
  v.transform(Number),
  v.maxValue(65_535, "must be a port number from 0 to 65535"),
);

export const Count = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/, "must be a number from 0 to 100"),
  v.transform(Number),
  v.maxValue(100, "must be a number from 0 to 100"),
);

export const Most = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,6}$/, "must be a number from 1 to 9999999"),
  v.transform(Number),
);
export const Shares = v.pipe(
  v.string(),
  v.regex(/^\d{1,6}$/, "must be a number from 0 to 999999"),
  v.transform(Number),
);

export const Days = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/, "must be a number of days from 0 to 365"),
  v.transform(Number),
  v.maxValue(365, "must be a number of days from 0 to 365"),
);

/** Ten years at most. */
export const RetentionDays = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}$/, "must be a number of days from 0 to 3660"),
  v.transform(Number),
  v.maxValue(3660, "must be a number of days from 0 to 3660"),
);

/** Ten years at most. */
export function keptDays(least: number) {
  const message = `must be a number of days from ${least} to 3660`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,4}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(3660, message),
  );
}

export const Xlm = v.pipe(
  v.string(),
  v.check((text) => isAmount(text), "must be an amount of XLM such as 100 or 0.5"),
  v.transform(parseAmount),
);

/** In hundredths of a percent. */
export const Percent = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}(\.\d{1,2})?$/, "must be a percentage such as 5 or 0.5"),
  v.transform((text) => parseAmount(text) / 100_000n),
);

export const Hours = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}$/, "must be a number of hours from 1 to 9999"),
  v.transform((text) => Number(text) * HOUR_MS),
);

export const MongodbUrl = v.pipe(
  v.string(),
  v.check(
    (text) => /^mongodb(\+srv)?:\/\/[^\s/]+/.test(text),
    "must be a MongoDB URL such as mongodb://127.0.0.1:27017",
  ),
);

export const EmailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.normalize("NFKC"),
  v.toLowerCase(),
  v.email("must be an email address such as ana@example.org"),
);
