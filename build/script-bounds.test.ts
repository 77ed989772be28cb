import { expect, test } from "vitest";
import { refuseUnweighed } from "./script-bounds.ts";

const AWAITED = {
  fetched: { "/app/load-frame.ts": ["/app/frame.tsx"] },
  said: ["/api/request.ts"],
  later: ["app/palette"],
};
const BUILT = {
  names: ["trade/trade-screen", "app/palette"],
  screens: new Set(["trade/trade-screen"]),
  modules: [
    { id: "/tree/app/load-frame.ts", later: ["/tree/app/frame.tsx"], importers: [] },
    { id: "/tree/app/frame.tsx", later: ["/tree/app/sheet.tsx"], importers: [] },
    { id: "/tree/pwa/platform/language/fetch-said.ts", later: [], importers: ["/tree/api/request.ts"] },
  ],
};

test("what a first load waits for is known, and whatever else it may wait for is refused by its name", () => {
  expect(() => refuseUnweighed(AWAITED, BUILT)).not.toThrow();
  const withName = { ...BUILT, names: [...BUILT.names, "app/greeting"] };
  expect(() => refuseUnweighed(AWAITED, withName)).toThrow("not weighed: app/greeting.");
  const [frame, ...others] = BUILT.modules;
  const withFile = {
    ...frame,
    id: frame?.id ?? "",
    importers: [],
    later: ["/tree/app/frame.tsx", "/tree/app/more.tsx"],
  };
  expect(() => refuseUnweighed(AWAITED, { ...BUILT, modules: [withFile, ...others] })).toThrow("/tree/app/more.tsx");
});

test("who has the sentences of refusals fetched is known", () => {
  const modules = BUILT.modules.map((module) => ({
    ...module,
    importers: module.importers.flatMap((each) => [each, "/tree/app/load-frame.ts"]),
  }));
  expect(() => refuseUnweighed(AWAITED, { ...BUILT, modules })).toThrow("not weighed: /tree/app/load-frame.ts.");
});
