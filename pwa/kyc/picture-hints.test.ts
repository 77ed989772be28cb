import { expect, test } from "vitest";
import { hintsOf, isBlack, type Luma, lumaOf, sharpnessOf } from "./picture-hints.ts";

const WIDTH = 640;
const HEIGHT = 420;
const LARGE = 2000;

type Paint = (x: number, y: number) => number;

function drawn(paint: Paint): Luma {
  const values = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) values[y * WIDTH + x] = paint(x, y);
  return { values, width: WIDTH, height: HEIGHT };
}

/** A card with writing on a plain table, with as much of the table around. */
function aCard(border: number): Paint {
  return (x, y) => {
    const isOnCard = x >= border && y >= border && x < WIDTH - border && y < HEIGHT - border;
    if (!isOnCard) return 90;
    const isWritten = y % 24 < 10 && x % 7 < 3;
    return isWritten ? 40 : 190;
  };
}

function lit(paint: Paint, by: number): Paint {
  return (x, y) => Math.min(255, Math.round(paint(x, y) * by));
}

function blurred(luma: Luma, radius: number): Luma {
  const passes = [1, WIDTH].map((step) => (values: Uint8Array) => {
    const soft = new Uint8Array(values.length);
    for (let at = 0; at < values.length; at += 1) {
      let sum = 0;
      for (let away = -radius; away <= radius; away += 1) sum += values[at + away * step] ?? values[at] ?? 0;
      soft[at] = sum / (2 * radius + 1);
    }
    return soft;
  });
  const twice = [...passes, ...passes];
  return { ...luma, values: twice.reduce((values, pass) => pass(values), luma.values) };
}

test("a sharp, whole card in fair light has nothing wrong with it", () => {
  expect(hintsOf(drawn(aCard(40)), "front", LARGE)).toEqual([]);
});

test("what is dark or burnt is told from what is lit well", () => {
  expect(hintsOf(drawn(lit(aCard(40), 0.25)), "front", LARGE)).toContain("dark");
  expect(hintsOf(drawn(lit(aCard(40), 3)), "front", LARGE)).toContain("bright");
});

test("a card that was moved is blurred, and the more the less sharp", () => {
  const card = drawn(aCard(40));
  const [still, moved, more] = [card, blurred(card, 3), blurred(card, 6)].map(sharpnessOf);
  expect(still).toBeGreaterThan(moved ?? 0);
  expect(moved).toBeGreaterThan(more ?? 0);
  expect(hintsOf(blurred(card, 6), "front", LARGE)).toContain("blurred");
});

test("a lamp's reflection on a card is glare, a white page is none", () => {
  const lamp: Paint = (x, y) => (Math.hypot(x - 300, y - 200) < 50 ? 255 : aCard(40)(x, y));
  expect(hintsOf(drawn(lamp), "front", LARGE)).toContain("glare");
  expect(hintsOf(drawn(lamp), "selfie", LARGE)).not.toContain("glare");
  const page: Paint = (x, y) => {
    if (x < 40 || y < 40 || x > 600 || y > 380) return 80;
    const isWritten = x > 90 && x < 550 && y > 120 && y < 300 && x % 9 < 3 && y % 20 < 10;
    return isWritten ? 20 : 255;
  };
  expect(hintsOf(drawn(page), "front", LARGE)).not.toContain("glare");
});

test("a card that goes on beyond the picture is cut off, of a face nobody asks", () => {
  expect(hintsOf(drawn(aCard(0)), "front", LARGE)).toEqual(["cut-off"]);
  expect(hintsOf(drawn(aCard(0)), "selfie", LARGE)).toEqual([]);
});

test("a document needs more pixels than a face", () => {
  expect(hintsOf(drawn(aCard(40)), "back", 1599)).toEqual(["small"]);
  expect(hintsOf(drawn(aCard(40)), "selfie", 640)).toEqual([]);
  expect(hintsOf(drawn(aCard(40)), "selfie", 320)).toEqual(["small"]);
});

test("a covered camera is black, a dark room is not", () => {
  expect(isBlack(drawn((x) => x % 12))).toBe(true);
  expect(isBlack(drawn((x, y) => (x === 5 && y === 5 ? 60 : 4)))).toBe(false);
});

test("brightness is as eyes see it", () => {
  const pixels = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
  expect([...lumaOf(pixels, 4, 1).values]).toEqual([54, 182, 18, 255]);
});
