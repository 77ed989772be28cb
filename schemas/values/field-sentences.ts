/**
 * What is wrong with a field, as ICU sentences in English by their ids. Both sides check fields by the same schemas: a complaint of theirs
 * that a person may read is code and facts (`said.ts`), and worded where it is read. Words of a schema that are none of these are for
 * programmers.
 */
export const FIELD_SENTENCES = {
  "field.at-most": "At most {most, plural, one {{most} character} other {{most} characters}}",
  "field.note-long": "A note holds {most, plural, one {{most} character} other {{most} characters}} at most.",
  "field.asset-or-domain": "Name a code and an issuer, or a domain",
  "field.picture-too-large": "The picture is larger than 1 MB",
  "field.asset-picture-too-large": "The picture is larger than 500 KB",
  "field.web-address": "Enter a web address that starts with https://",
  "field.day": "Enter a day",
  "field.period": "Choose a last day that is not before the first, {most, plural, one {# day} other {# days}} at most",
  "field.support-address": "Enter an email address, or a web address that starts with https://",
  "field.social-link": "Enter an address at {site} that starts with https://",
  "field.picture-not-base64": "The picture is not in base64",
  "field.same-assets": "Name two different assets",
  "field.asset-twice": "Name each asset once",
  "field.amount": "Enter an amount such as 12.5, with at most 7 decimal places",
  "field.number": "Enter a number such as 2.5",
  "field.account": "Enter a Stellar address that starts with G",
  "field.payable": "Enter a Stellar address (G... or M...) or a name like ana*example.org",
  "field.address": "Enter a Stellar address (G... or M...)",
  "field.address-or-user": "Enter a Stellar address or a user ID",
  "field.asset-code": "Asset codes have 1 to 12 letters and digits",
  "field.kms-key": "Name a key by its ARN, or a key version by its resource name.",
  "field.asset-key": "Name an asset as XLM or CODE-ISSUER",
  "field.issuer": "Enter the issuer's address, or nothing for XLM",
  "field.say-what-found": "Say what you found",
  "field.say-how-known": "Say how you know",
  "field.say-why": "Say why",
  "field.roles": "Choose at least one role",
  "field.password-required": "Password is required",
  "field.email": "Please enter a valid email address",
  "field.username-required": "Username is required",
  "field.password-short": "Password must be at least 8 characters",
  "field.password-long": "Password is too long",
  "field.username-short": "Username must be at least 3 characters",
  "field.username-long": "Username must be at most 32 characters",
  "field.username-marks": "Use letters, digits, dots, dashes and underscores",
  "field.username-digits": "A username needs a letter: digits alone read as a number",
  "field.user-id": "User IDs have 4 to 32 letters, digits, dashes and underscores",
  "field.user-id-digits": "A user ID needs a letter: digits alone read as a number",
  "field.passwords-differ": "Passwords don't match",
  "field.rest-receiver": "Enter who receives the rest",
  "field.receiver": "Enter who receives this",
  "field.cashtag": "Enter a cashtag such as $maria",
  "field.own-cashtag": "Enter a cashtag such as $astrolabe",
  "field.cash-app-id": "Enter the transaction id that Cash App shows",
  "field.rate": "Enter a rate above zero",
  "field.percentage-to-50": "Enter a percentage from 0 to 50",
  "field.own-picture-too-large": "That picture is too large",
  "field.hours-too-many": "At most 30 days",
  "field.percentage": "Give a percentage such as 3 or 0.5",
  "field.name-it": "Name it",
  "field.name": "Enter the name",
  "field.name-required": "Name is required",
  "field.digest": "Name the digest of what you were shown",
  "field.price": "Enter a price such as 0.25.",
  "field.fee-percentage": "Enter a percentage above 0, up to 100",
  "field.fee-amount": "Enter an amount above 0, with at most 7 decimal places",
  "field.fee-bounds": "Only a percentage has bounds",
  "field.fee-bounds-crossed": "The most cannot be below the least",
  "field.key-scopes": "Choose at least one thing that it may do",
  "field.key-recipients": "Name at least one address that it may pay",
  "field.key-recipients-many": "At most {most, plural, one {{most} address} other {{most} addresses}}",
  "field.key-pays": "A key that pays, and no other, names whom it pays and how much a day",
  "field.ip-range": "Enter an address such as 192.0.2.7, or a network such as 2001:db8::/32",
  "field.memo-long": "A memo holds 28 bytes at most.",
  "field.memo-marks": "A memo cannot hold control characters",

  // About inputs that no form of ours sends.
  "field.wrong-form": "{field} has the wrong type or form",
  "field.required": "{field} is required",
  "field.unknown": "Unknown field: {field}",
} as const;

type FieldCode = keyof typeof FIELD_SENTENCES extends `field.${infer Code}` ? Code : never;

/** What a schema says of a field, as `writeSaid` writes it. */
export function says(code: FieldCode, facts: Readonly<Record<string, string | number>> = {}): string {
  return JSON.stringify({ code: `field.${code}`, facts });
}
