import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteOutput } from "#schemas/content/read.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import { catchUpTo } from "./follow-content.ts";
import { heldSite, takeGiven } from "./site-store.ts";

const fetched = vi.fn<typeof fetch>();
const going = () => new AbortController().signal;

function siteAt(revision: number): SiteOutput {
  return { revision, language: "en", menus: [], blocks: [], pages: [], socialLinks: INTERFACE_DEFAULTS.socialLinks };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("location", new URL("https://astrolabe.test/dashboard"));
  fetched.mockReset();
  takeGiven({ path: "/", site: siteAt(3), page: null });
});
afterEach(() => {
  takeGiven(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("what is told of is asked for at once, and again where the server that is asked has not heard of it", async () => {
  for (const revision of [3, 4]) fetched.mockResolvedValueOnce(Response.json(siteAt(revision)));
  const caughtUp = catchUpTo(4, "en", going());
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(heldSite()?.revision).toBe(3);
  await vi.advanceTimersByTimeAsync(100);
  await vi.runAllTimersAsync();
  await caughtUp;
  expect(heldSite()?.revision).toBe(4);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("what is known already is not asked for, and nothing for ever", async () => {
  await Promise.all([catchUpTo(3, "en", going()), vi.runAllTimersAsync()]);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockImplementation(() => Promise.resolve(Response.json(siteAt(3))));
  await Promise.all([catchUpTo(9, "en", going()), vi.runAllTimersAsync()]);
  expect(fetched).toHaveBeenCalledTimes(5);
});
