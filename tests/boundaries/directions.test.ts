import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const PWA = join(import.meta.dirname, "../../pwa");

/** Classes that name a side of the screen, where lines may begin on either: `ms-2`, `start-0`, `text-end` name the side of the line. */
const SIDED =
  /(?<=["'`\s:!])-?(?:(?:scroll-)?[mp][lr]-[\w[(.]+|(?:left|right)-(?:\d[\w./]*|px|auto|full|\[[^\]]*\]|\([^)]*\))|(?:text|float|clear|bg|object)-(?:left|right)(?![\w-])|origin-(?:top-|bottom-)?(?:left|right)|(?:rounded-(?:[lr]|[tb][lr])|border-[lr])(?:-[\w[(]+)?(?![\w])|bg-(?:linear|gradient)-to-[tb]?[lr](?!\w)|translate-x-[\w[().-]+)/g;
/** The same as a style written in place. */
const STYLED =
  /style=\{\{[^}]*?\b(?:left|right|(?:margin|padding|border)(?:Left|Right)|textAlign|float)\s*:|translateX\(/g;
/** The same in a style sheet. */
const WRITTEN = /(?:^|[\s;{-])(?:left|right)\s*:|(?:float|text-align)\s*:\s*(?:left|right)/gm;

function sidesIn(text: string, file: string): string[] {
  const patterns = file.endsWith(".css") ? [WRITTEN] : [SIDED, STYLED];
  return patterns.flatMap((pattern) => text.match(pattern) ?? []).map((found) => found.trim());
}

/** What runs from left to right on every page, whichever way the page runs; sorted. */
const LEFT_TO_RIGHT: Readonly<Record<string, readonly string[]>> = {
  // A point of the timeline, in the middle of its line on both ways of reading.
  "console/super/monitoring/issue-timeline.tsx": ["-translate-x-1", "translate-x-1"],
  // The curves of the depth: low prices stand at the left.
  "pro-trading/depth-card.tsx": ["style={{ left:"],
  // The ladder: bids at the left, asks at the right.
  "pro-trading/rung-line.tsx": ["origin-right", "origin-left"],
  // The order book: its bars grow from its right end.
  "trade/book-card.tsx": ["origin-right"],
  // Follows the finger.
  "ui/overlays/toast.tsx": [
    "translate-x-(--radix-toast-swipe-end-x)",
    "translate-x-(--radix-toast-swipe-move-x)",
    "translate-x-0",
  ],
};

test("nothing on the screen is placed by a side of it, but by where lines begin and end", async () => {
  const files = globSync("**/*.{ts,tsx,css}", { cwd: PWA }).filter((file) => !/\.(?:test|fixture)\./.test(file));
  const found: Record<string, readonly string[]> = {};
  for (const file of files.toSorted()) {
    const sides = sidesIn(await readFile(join(PWA, file), "utf8"), file);
    if (sides.length > 0) found[file] = sides.toSorted();
  }
  const expected = Object.fromEntries(Object.entries(LEFT_TO_RIGHT).map(([file, all]) => [file, all.toSorted()]));
  expect(found).toEqual(expected);
  expect(Object.keys(LEFT_TO_RIGHT)).toEqual(Object.keys(LEFT_TO_RIGHT).toSorted());
});

test("what runs from left to right on every page says so where it stands", async () => {
  const frames = ["parts/charts/curve-chart", "pro-trading/depth-card", "pro-trading/ladder-card", "trade/book-card"];
  for (const frame of [...frames, "network/ledger-chart", "trade/candle-card", "trade/tape-card"])
    expect(await readFile(join(PWA, `${frame}.tsx`), "utf8"), frame).toContain('dir="ltr"');
});

test.each([
  'className="ml-2"',
  'className="flex sm:pr-4"',
  'className="-mr-1.5"',
  'className="pl-[3px]"',
  'className="scroll-ml-4"',
  'className="absolute left-0"',
  'className="right-1/2"',
  'className="-left-px"',
  'className="left-[calc(1px+2px)]"',
  'className="text-left"',
  'className="lg:text-right"',
  'className="rounded-l-md"',
  'className="rounded-tr"',
  'className="border-l"',
  'className="border-r-2"',
  'className="float-left"',
  'className="bg-linear-to-r"',
  'className="bg-right"',
  'className="hover:-translate-x-1"',
  'className="origin-top-left"',
  "classNames(`pl-2`)",
  'style={{ top: 0, left: "3px" }}',
  "style={{ marginLeft: 3 }}",
  'style={{ transform: "translateX(3px)" }}',
])("%s is seen", (line) => {
  expect(sidesIn(line, "some.tsx")).toHaveLength(1);
});

test.each([
  'import { leftFacts } from "./left-facts.tsx";',
  'className="ms-2 pe-3 start-0 -end-1 text-start rounded-s-md border-e bg-linear-to-b inset-x-0 -translate-y-1/2"',
  "const right = compare(left, right);",
  "// right-to-left text is set so",
])("%s is not", (line) => {
  expect(sidesIn(line, "some.tsx")).toEqual([]);
});

test("a side in a style sheet is seen, and an arrow's name is not", () => {
  expect(sidesIn(".a {\n  margin-left: 2px;\n  text-align: right;\n}", "some.css")).toHaveLength(2);
  expect(sidesIn(".lucide-arrow-left,\n.b { margin-inline-start: 2px }", "some.css")).toEqual([]);
});
