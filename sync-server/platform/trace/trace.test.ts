import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { traced, traceNow } from "./trace.ts";

test("what is done for a request knows it through every wait, and nothing else does", async () => {
  const both = ["request-one", "request-two"].map((requestId) =>
    traced({ requestId }, async () => {
      await setImmediate();
      return traceNow();
    }),
  );
  expect(traceNow()).toEqual({});
  expect(await Promise.all(both)).toEqual([{ requestId: "request-one" }, { requestId: "request-two" }]);
  expect(traceNow()).toEqual({});
});

test("what becomes known of it later is known from then on", () => {
  const known = { userId: 0 };
  const trace = {
    get userId() {
      return known.userId;
    },
  };
  const seen = traced(trace, () => {
    known.userId = 7;
    return traceNow();
  });
  expect(seen).toEqual({ userId: 7 });
});
