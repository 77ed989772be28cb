import { expect, test } from "vitest";
import { PICTURE_BYTES } from "#schemas/support.ts";
import { aPng, PNG_SIGNATURE, pngChunk } from "./picture.fixture.ts";
import { readPicture } from "./read-picture.ts";

test("a PNG is kept as it is, without what else the file carries", () => {
  const plain = aPng();
  expect(readPicture(plain.toString("base64"))).toEqual(plain);
  const told = aPng(2, 2, [pngChunk("tEXt", Buffer.from("Comment\0where I live"))]);
  expect(readPicture(told.toString("base64"))).toEqual(plain);
  const trailed = Buffer.concat([plain, Buffer.from("<script>alert(1)</script>")]);
  expect(readPicture(trailed.toString("base64"))).toEqual(plain);
});

const damaged = aPng();
damaged.writeUInt8(damaged.readUInt8(45) ^ 1, 45);

test.each([
  ["a web page", Buffer.from("<html><script>alert(1)</script></html>"), "it is no PNG"],
  ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), "it is no PNG"],
  ["the signature alone", PNG_SIGNATURE, "it is cut short"],
  ["a picture cut short", aPng().subarray(0, -6), "it is cut short"],
  ["a picture with a changed byte", damaged, "it is damaged"],
  ["a picture without data", Buffer.concat([aPng().subarray(0, 33), aPng().subarray(-12)]), "it holds no picture"],
  ["a picture without width", aPng(0, 2), "it holds no picture"],
  ["a picture that would fill the memory", aPng(60_000, 60_000), "it has too many pixels"],
  ["a picture that is too heavy", aPng(2, 2, [pngChunk("tEXt", Buffer.alloc(PICTURE_BYTES))]), "larger than 1 MB"],
])("%s is refused", (_name, file, problem) => {
  expect(() => readPicture(file.toString("base64"))).toThrow(problem);
});
