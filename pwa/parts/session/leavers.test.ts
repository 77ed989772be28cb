import { expect, test, vi } from "vitest";
import { callLeavers, whenLeaving } from "./leavers.ts";

test("whoever registered is called each time the device is left, whatever becomes of the others", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const called: string[] = [];
  whenLeaving("The first", async () => {
    called.push("first");
    throw new Error("no service worker");
  });
  whenLeaving("The second", async () => void called.push("second"));

  await callLeavers();
  expect(called).toEqual(["first", "second"]);

  await callLeavers();
  expect(called).toEqual(["first", "second", "first", "second"]);
});
