import { expect, test } from "vitest";
import { type PushFacts, pushSupport } from "./push-support.ts";

const CHROME: PushFacts = { hasPush: true, isIos: false, isInstalled: false, permission: "default" };

test.each([
  ["a browser that can", {}, "possible"],
  ["one that was allowed to", { permission: "granted" }, "possible"],
  ["one that was told not to", { permission: "denied" }, "refused"],
  ["one without push", { hasPush: false, permission: null }, "missing"],
  ["an iPhone's browser", { isIos: true, hasPush: false, permission: null }, "needs-install"],
  ["the app on an iPhone", { isIos: true, isInstalled: true }, "possible"],
  ["the app on an old iPhone", { isIos: true, isInstalled: true, hasPush: false, permission: null }, "missing"],
] as const)("%s", (_name, facts, support) => {
  expect(pushSupport({ ...CHROME, ...facts })).toBe(support);
});
