import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readAdminStatus } from "./admin-status.ts";

const fetched = vi.fn<typeof fetch>();
const { signal } = new AbortController();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("location", new URL("https://astrolabe.test/admin"));
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the server's answer is told as it is, with why one is no admin", async () => {
  fetched.mockResolvedValueOnce(Response.json({ isAdmin: true }));
  expect(await readAdminStatus(signal)).toEqual({ kind: "answered", isAdmin: true, error: null });
  fetched.mockResolvedValueOnce(Response.json({ isAdmin: false, error: "Authentication required" }));
  expect(await readAdminStatus(signal)).toEqual({ kind: "answered", isAdmin: false, error: "Authentication required" });
});

test("who cannot be asked about is no admin, and the failure's message is carried", async () => {
  fetched.mockResolvedValueOnce(new Response("out of order", { status: 503, statusText: "Service Unavailable" }));
  expect(await readAdminStatus(signal)).toEqual({ kind: "failed", isAdmin: false, error: "503: out of order" });
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await readAdminStatus(signal)).toEqual({ kind: "failed", isAdmin: false, error: "Failed to fetch" });
});
