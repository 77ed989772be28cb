import { expect, test } from "vitest";
import { isAllowedKey } from "./kms-prefixes.ts";

const RING = "projects/ours/locations/europe-west1/keyRings/wallets";
const KEY = `${RING}/cryptoKeys/ana/cryptoKeyVersions/1`;
const ARN = "arn:aws:kms:eu-west-1:111122223333:key/";

test.each([
  [KEY, [], false],
  [KEY, [RING], true],
  [KEY, [`${RING}/`], true],
  [KEY, [KEY], true],
  [KEY.replace("wallets", "wallets-of-mine"), [RING], false],
  [KEY.replace("ours", "theirs"), [RING], false],
  [`${ARN}abc`, [ARN], true],
  [`${ARN}abcdef`, [`${ARN}abc`], false],
  [`${ARN}abc`.replace("111122223333", "999922223333"), [ARN], false],
])("%s with %j: %s", (keyId, prefixes, isAllowed) => {
  expect(isAllowedKey(keyId, prefixes)).toBe(isAllowed);
});
