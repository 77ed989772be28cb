import { expect, test } from "vitest";
import { perLedger } from "./per-ledger.ts";

test("of one ledger it is asked once, whoever asks, and again of the next", async () => {
  let [ledger, asked] = [7, 0];
  const read = perLedger(
    () => ledger,
    () => Promise.resolve((asked += 1)),
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect(await read()).toBe(1);
  ledger = 8;
  expect(await read()).toBe(2);
});

test("what fails is asked again", async () => {
  let asked = 0;
  const read = perLedger(
    () => 7,
    () => ((asked += 1) === 1 ? Promise.reject(new Error("silent")) : Promise.resolve("there")),
  );
  await expect(read()).rejects.toThrow("silent");
  expect(await read()).toBe("there");
});
