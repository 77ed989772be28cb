import { expect, test, vi } from "vitest";
import type { BlockOutput, SiteOutput } from "#schemas/content/read.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import { isPutAway, putAway } from "./put-away.ts";
import { nextEndMs, shownBlocks } from "./shown-blocks.ts";

const NOW = Date.parse("2026-11-27T12:00:00.000Z");

function aBlock(change: Partial<BlockOutput>): BlockOutput {
  return {
    blockKey: "news",
    blockType: "announcement",
    place: "dashboard",
    icon: null,
    mediaId: null,
    title: "News",
    body: richText("News"),
    link: null,
    alt: "",
    language: "en",
    version: 1,
    until: null,
    ...change,
  };
}

const at = (ms: number) => new Date(NOW + ms).toISOString();

test("a block is shown at its place and until its end, whoever can be asked", () => {
  const blocks = [
    aBlock({ blockKey: "here" }),
    aBlock({ blockKey: "elsewhere", place: "auth" }),
    aBlock({ blockKey: "over", until: at(0) }),
    aBlock({ blockKey: "ending", until: at(5000) }),
  ];
  const site: SiteOutput = {
    revision: 1,
    language: "en",
    menus: [],
    pages: [],
    blocks,
    socialLinks: INTERFACE_DEFAULTS.socialLinks,
  };
  const shown = shownBlocks(site, "dashboard", NOW);
  expect(shown.map(({ blockKey }) => blockKey)).toEqual(["here", "ending"]);
  expect(nextEndMs(shown, NOW)).toBe(5000);
  expect(nextEndMs(shown.slice(0, 1), NOW)).toBeNull();
  expect(shownBlocks(null, "dashboard", NOW)).toEqual([]);
});

test("what was put away stays away, until it says something new", () => {
  const texts = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  });
  try {
    expect(isPutAway(aBlock({}))).toBe(false);
    putAway(aBlock({}));
    expect(isPutAway(aBlock({}))).toBe(true);
    expect(isPutAway(aBlock({ version: 2 }))).toBe(false);
    expect(isPutAway(aBlock({ blockKey: "other" }))).toBe(false);
    for (let at = 0; at < 60; at += 1) putAway(aBlock({ blockKey: `n-${at}` }));
    expect(isPutAway(aBlock({}))).toBe(false);
    expect([9, 10, 59].map((at) => isPutAway(aBlock({ blockKey: `n-${at}` })))).toEqual([false, true, true]);
  } finally {
    vi.unstubAllGlobals();
  }
});
