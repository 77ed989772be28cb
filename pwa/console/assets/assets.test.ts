import { expect, test } from "vitest";
import { ASSET_PICTURE_BYTES, ListAssetInput } from "#schemas/listing.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { atPicture, draftOf, draftOfFound, type FoundAsset, type ListedRow, toldOf } from "./asset-draft.ts";
import { powerSentences } from "./asset-words.ts";
import { moved, samePairs, withPair, without } from "./pairs-draft.ts";
import { rowNumber } from "./row-number.ts";

const issuer = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";
const powers = { mustAdmit: false, canFreeze: false, canTakeBack: false, isFinal: false };
const found: FoundAsset = {
  assetCode: "GOLD",
  issuer,
  homeDomain: "mint.example",
  proof: "mutual",
  name: "Gold",
  description: null,
  conditions: null,
  organisation: null,
  isListed: false,
  namesake: null,
  image: null,
  isIssuerGone: false,
  powers,
  state: "unlisted",
  pictureUrl: "https://mint.example/gold.png",
  supply: null,
  refusals: [],
};
const row: ListedRow = {
  assetCode: "GOLD",
  issuer,
  name: "Gold of old",
  description: "",
  conditions: "",
  website: null,
  image: "/asset-images/gold.png",
  order: 7,
  isFeatured: true,
  state: "delisted",
  since: "2026-01-01T00:00:00.000Z",
  issuerNow: null,
};
const empty = { version: 0, assets: [], pairs: [], dollar: null };

test("what is found is proposed as its site tells of it, and as it was listed once", () => {
  const draft = draftOfFound(found, empty);
  expect(draft).toMatchObject({ name: "Gold", website: "https://mint.example", order: "1", picture: "address" });
  expect(draftOfFound(found, { ...empty, assets: [row] })).toEqual(draftOf(row));
  // A site that does not vouch for it is not named as its own, and no picture comes from an unsafe address.
  const doubtful = draftOfFound({ ...found, proof: "one-sided", pictureUrl: "http://mint.example/a.png" }, empty);
  expect(doubtful).toMatchObject({ website: "", picture: "none" });
});

test("a form says what is wrong with a place and a picture in one sentence each", () => {
  const draft = draftOfFound(found, empty);
  expect(toldOf({ ...draft, order: "first" })).toEqual({ issues: { order: "Enter a whole number from 0 to 9999" } });
  expect(toldOf({ ...draft, picture: "file" })).toEqual({ issues: { picture: "Choose a PNG file" } });
  expect(toldOf({ ...draft, picture: "file", file: "too-large" })).toEqual({
    issues: { picture: "The picture is larger than 500 KB" },
  });
  expect(ASSET_PICTURE_BYTES).toBe(500_000);
  const typed = toldOf({ ...draft, pictureUrl: "ftp://mint.example/gold.png" });
  const told = "told" in typed ? typed.told : {};
  const input = { assetCode: "GOLD", issuer, ...told, powers, version: 0, reason: "asked for" };
  const read = readForm(ListAssetInput, input);
  expect("issues" in read && atPicture(read.issues)["picture"]).toBe("Enter a web address that starts with https://");
});

test("every power of an issuer is a sentence before listing, and that it has none as well", () => {
  expect(powerSentences(powers)).toHaveLength(1);
  const all = powerSentences({ mustAdmit: true, canFreeze: true, canTakeBack: true, isFinal: true });
  expect(all.join(" ")).toMatch(/let each holder in.*freeze.*take back.*change none/);
});

test("pairs are put in order, and one is there once whichever way round", () => {
  const [one, other] = [
    { base: "A", quote: "XLM" },
    { base: "B", quote: "XLM" },
  ];
  expect(moved([one, other], 1, -1)).toEqual([other, one]);
  expect(moved([one, other], 1, 1)).toEqual([one, other]);
  expect(withPair([one], { base: "XLM", quote: "A" })).toBeNull();
  expect(withPair([one], { base: "A", quote: "A" })).toBeNull();
  expect(withPair([one], other)).toEqual([one, other]);
  expect(without([one, other], { base: "XLM", quote: "A" })).toEqual([other]);
  expect(samePairs([one, other], [other, one])).toBe(false);
});

test("a row has the same number wherever it stands, and another one than others", () => {
  const numbers = Array.from({ length: 2000 }, (_, at) => rowNumber(`CODE${at}-${issuer}`));
  expect(new Set(numbers).size).toBe(2000);
  expect(numbers.every((number) => Number.isSafeInteger(number) && number > 0)).toBe(true);
  expect(rowNumber(`CODE7-${issuer}`)).toBe(numbers[7]);
});
