import { expect, test } from "vitest";
import { pictureTypeOf } from "./picture-format.ts";

/** The smallest lossy WebP there is, of one point. */
const WEBP = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=", "base64");

function aJpeg(width: number, height: number): Buffer {
  const app0 = Buffer.from("ffe000104a46494600010100000100010000", "hex");
  const frame = Buffer.from("ffc0000b08000000000101110000", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.of(0xff, 0xd8), app0, frame, Buffer.of(0xff, 0xd9)]);
}

function aWebp(chunk: string, body: Buffer): Buffer {
  const payload = Buffer.concat([Buffer.from(`WEBP${chunk}`), Buffer.alloc(4), body]);
  const header = Buffer.from("RIFF\0\0\0\0", "latin1");
  header.writeUInt32LE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

function extended(flags: number, side: number): Buffer {
  const body = Buffer.alloc(20);
  body[0] = flags;
  body.writeUIntLE(side - 1, 4, 3);
  body.writeUIntLE(side - 1, 7, 3);
  return aWebp("VP8X", body);
}

test("square stills are known by their own bytes", () => {
  expect(pictureTypeOf(WEBP)).toBe("image/webp");
  expect(pictureTypeOf(aJpeg(192, 192))).toBe("image/jpeg");
  expect(pictureTypeOf(extended(0, 512))).toBe("image/webp");
  const lossless = Buffer.alloc(20);
  lossless[0] = 0x2f;
  lossless.writeUInt32LE((191 << 14) | 191, 1);
  expect(pictureTypeOf(aWebp("VP8L", lossless))).toBe("image/webp");
});

test.each([
  ["a drawing that can run scripts", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)],
  ["a page", Buffer.from("<!doctype html><script>1</script>")],
  ["a PNG", Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000", "hex")],
  ["a GIF", Buffer.from("GIF89a\u0001\0\u0001\0")],
  ["nothing", Buffer.alloc(0)],
  ["a JPEG that is not square", aJpeg(192, 191)],
  ["a JPEG that is too large", aJpeg(513, 513)],
  ["a JPEG of no size", aJpeg(0, 0)],
  ["a JPEG that breaks off", aJpeg(192, 192).subarray(0, -1)],
  ["a JPEG without a frame", Buffer.from("ffd8ffe00004ffd9", "hex")],
  ["a JPEG whose segment has no length", Buffer.from("ffd8ffe0000000000000000000ffd9", "hex")],
  ["a WebP with something behind it", Buffer.concat([WEBP, Buffer.from("<script>")])],
  ["a WebP that moves", extended(0x02, 192)],
  ["a WebP that is too large", extended(0, 513)],
  ["a RIFF of another kind", aWebp("AVI ", Buffer.alloc(20))],
])("%s is refused", (_, file) => {
  expect(pictureTypeOf(file)).toBeNull();
});
