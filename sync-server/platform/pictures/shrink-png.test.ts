import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { aPng, PNG_SIGNATURE, pngChunk } from "#server/support/picture.fixture.ts";
import { decodePng } from "./decode-png.ts";
import { shrinkPng } from "./shrink-png.ts";

const BOUNDS = { side: 100, pixels: 10_000 };

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly isInterlaced?: boolean;
}

/** A PNG of these lines, each with its filter before it. */
function draw({ width, height, depth, colour, isInterlaced = false }: Drawing, lines: Buffer, more: Buffer[] = []) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const parts = [pngChunk("IHDR", header), ...more, pngChunk("IDAT", deflateSync(lines))];
  return Buffer.concat([PNG_SIGNATURE, ...parts, pngChunk("IEND", Buffer.alloc(0))]);
}

test("points are read whatever their kind, depth and filter", () => {
  const rgba = draw({ width: 1, height: 2, depth: 8, colour: 6 }, Buffer.from([0, 10, 20, 30, 40, 2, 1, 1, 1, 1]));
  expect([...decodePng(rgba, BOUNDS).rgba]).toEqual([10, 20, 30, 40, 11, 21, 31, 41]);
  const grey = draw({ width: 4, height: 1, depth: 2, colour: 0 }, Buffer.from([0, 0b00_01_10_11]));
  expect([...decodePng(grey, BOUNDS).rgba].filter((_, at) => at % 4 === 0)).toEqual([0, 85, 170, 255]);
  const [palette, clear] = [pngChunk("PLTE", Buffer.from([1, 2, 3, 4, 5, 6])), pngChunk("tRNS", Buffer.from([7]))];
  const indexed = draw({ width: 2, height: 1, depth: 8, colour: 3 }, Buffer.from([0, 0, 1]), [palette, clear]);
  expect([...decodePng(indexed, BOUNDS).rgba]).toEqual([1, 2, 3, 7, 4, 5, 6, 255]);
  const deep = draw({ width: 1, height: 1, depth: 16, colour: 4 }, Buffer.from([0, 200, 1, 100, 1]));
  expect([...decodePng(deep, BOUNDS).rgba]).toEqual([200, 200, 200, 100]);
  const guessed = draw({ width: 3, height: 2, depth: 8, colour: 0 }, Buffer.from([1, 5, 5, 5, 4, 1, 1, 1]));
  expect([...decodePng(guessed, BOUNDS).rgba].filter((_, at) => at % 4 === 0)).toEqual([5, 10, 15, 6, 11, 16]);
  const woven = draw(
    { width: 2, height: 2, depth: 8, colour: 0, isInterlaced: true },
    Buffer.from([0, 1, 0, 2, 0, 3, 4]),
  );
  expect([...decodePng(woven, BOUNDS).rgba].filter((_, at) => at % 4 === 0)).toEqual([1, 2, 3, 4]);
});

test("a picture is written anew and small, by what its points look like", () => {
  const line = (value: number) => Buffer.concat([Buffer.from([0]), Buffer.alloc(8 * 4, value)]);
  const file = draw(
    { width: 8, height: 4, depth: 8, colour: 6 },
    Buffer.concat([line(255), line(255), line(0), line(0)]),
    [pngChunk("tEXt", Buffer.from("Comment\0<script>"))],
  );
  const small = shrinkPng(file, 4);
  expect(small.includes("script")).toBe(false);
  const { width, height, rgba } = decodePng(small, BOUNDS);
  expect([width, height]).toEqual([4, 2]);
  expect([...rgba.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
  expect([...rgba.subarray(-4)]).toEqual([0, 0, 0, 0]);
  expect(shrinkPng(small, 4)).toEqual(small);
});

const unpacking = Buffer.alloc(50_000_000);

test.each([
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"), "it is no PNG"],
  ["one that says it is huge", aPng(60_000, 60_000), "it has too many pixels"],
  [
    "one that unpacks to far more than it says",
    draw({ width: 2, height: 2, depth: 8, colour: 0 }, unpacking),
    "damaged",
  ],
  ["one that unpacks to less", draw({ width: 2, height: 2, depth: 8, colour: 0 }, Buffer.alloc(3)), "cut short"],
  ["one of no known colours", draw({ width: 2, height: 2, depth: 8, colour: 5 }, Buffer.alloc(6)), "damaged"],
  ["one of no known filter", draw({ width: 1, height: 1, depth: 8, colour: 0 }, Buffer.from([9, 0])), "damaged"],
  [
    "one whose palette lacks a colour",
    draw({ width: 1, height: 1, depth: 8, colour: 3 }, Buffer.from([0, 3])),
    "damaged",
  ],
])("%s is refused in one sentence", (_name, file, problem) => {
  expect(() => shrinkPng(file, 192)).toThrow(problem);
});
