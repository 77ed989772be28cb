import { expect, test } from "vitest";
import { announced, findArrivals, knownFrom, messageOf } from "./find-arrivals.ts";
import { aNotification } from "./notification.fixture.ts";
import { tell } from "./tell.ts";

const NOW = Date.parse("2026-05-01T10:00:00.000Z");
const directory = { nameOf: (address: string) => (address === "GANA" ? "Ana" : null) };
const words = (row: ReturnType<typeof aNotification>) => tell(row, directory);

test("only what came after the first sync is announced", () => {
  const old = aNotification("old", { timestamp: "2026-05-01T09:00:00.000Z" });
  const rows = [aNotification("new"), old];
  expect(findArrivals(knownFrom([old]), rows, NOW).map((found) => found.uid)).toEqual(["new"]);
  expect(findArrivals(knownFrom(rows), rows, NOW)).toEqual([]);
});

test("what is old, read or hidden is not", () => {
  const rows = [
    aNotification("old", { timestamp: "2026-05-01T09:00:00.000Z" }),
    aNotification("read", { isRead: true }),
    aNotification("hidden", { isHidden: true }),
  ];
  expect(findArrivals(knownFrom([]), rows, NOW)).toEqual([]);
});

test("nobody is interrupted for strangers' claims, nor told of a payment that the screen tells of", () => {
  const rows = [aNotification("a", { kind: "claimable-received" }), aNotification("b", { kind: "payment-confirmed" })];
  expect(announced(rows, "/send")).toEqual([]);
  expect(announced(rows, "/dashboard").map(({ uid }) => uid)).toEqual(["b"]);
});

test("says how much and from whom, and how many more", () => {
  expect(messageOf([], words)).toBeNull();
  expect(messageOf([aNotification("a")], words)).toEqual({ title: "Received 12.5 XLM", description: "From Ana" });
  expect(messageOf([aNotification("a"), aNotification("b")], words)?.description).toBe("From Ana, and 1 more");
});

test("a kind of a later version is told in general words", () => {
  const { title, path } = words(aNotification("a", { kind: "made-up-tomorrow" }));
  expect(title).toBe("Something changed in your account");
  expect(path).toBe("/dashboard");
});
