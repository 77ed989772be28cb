import { expect, test } from "vitest";
import { aRow } from "#pwa/parts/history/row.fixture.ts";
import { assetOptions } from "./asset-options.ts";

const EUR = { assetCode: "EUR", issuer: "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHFA" };
const XLM = { assetCode: "XLM", issuer: "" };

test("assets of the history are offered beside those held, each once, those held first", () => {
  const rows = [aRow({}), aRow({ ...EUR, assetCode: "OLD" }), aRow(EUR), aRow({ ...EUR, assetCode: "ABC" })];
  expect(assetOptions([XLM, EUR], rows, "")).toEqual([
    { value: "", label: "All assets" },
    { value: "XLM", label: "XLM" },
    { value: `EUR-${EUR.issuer}`, label: "EUR (GAAAAA...WHFA)" },
    { value: `ABC-${EUR.issuer}`, label: "ABC (GAAAAA...WHFA)" },
    { value: `OLD-${EUR.issuer}`, label: "OLD (GAAAAA...WHFA)" },
  ]);
});

test("what the address asks for is offered, though nothing of it is known", () => {
  expect(assetOptions([XLM], [], `EUR-${EUR.issuer}`).at(-1)?.value).toBe(`EUR-${EUR.issuer}`);
  expect(assetOptions([XLM], [], "XLM")).toHaveLength(2);
  expect(assetOptions([], [], "nonsense").at(-1)).toEqual({ value: "nonsense", label: "nonsense" });
});

test("what moved no asset offers none", () => {
  expect(assetOptions([], [aRow({ assetCode: "" })], "")).toEqual([{ value: "", label: "All assets" }]);
});
