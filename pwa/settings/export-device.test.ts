import { expect, test } from "vitest";
import { listParts } from "./export-device.ts";

test.each([0, 1, 999, 1000, 1001, 2500])(
  "a list of %i rows is written in parts that are one JSON text",
  async (count) => {
    const rows = Array.from({ length: count }, (_, id) => ({ id, memo: `"${id}"\n` }));
    const parts = listParts(rows);
    expect(JSON.parse(await new Blob([...parts]).text())).toEqual(rows);
    expect(parts.length).toBeLessThanOrEqual(2 + count / 1000 + 1);
  },
);
