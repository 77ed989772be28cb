import { expect, test } from "vitest";
import { type Option, rankGroups } from "./entries.ts";

const hit = (id: string, score: number) => {
  const option: Option = { id, content: id, run: () => undefined, isKept: false };
  return { thing: option, score };
};

test("the group with the best comes first, equals in their order, and empty ones are left out", () => {
  const groups = rankGroups([
    { label: "Actions", hits: [hit("send", 4), hit("swap", 2)] },
    { label: "Screens", hits: [] },
    { label: "Assets", hits: [hit("xlm", 4)] },
    { label: "Contacts", hits: [hit("xenia", 15)] },
  ]);
  expect(groups.map(({ label, options }) => [label, ...options.map(({ id }) => id)])).toEqual([
    ["Contacts", "xenia"],
    ["Actions", "send", "swap"],
    ["Assets", "xlm"],
  ]);
});
