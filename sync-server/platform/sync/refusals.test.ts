import { MongoNetworkError } from "mongodb";
import { expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { createLog } from "#server/platform/http/log.ts";
import { toErrorAck } from "./refusals.ts";

const log = createLog("silent");

test.each([
  [new AppError("sync-too-many"), "sync-too-many"],
  [new MongoNetworkError("read ECONNRESET 10.0.0.7"), "not-ready"],
  [new Error("the reason, with a secret"), "server-error"],
])("%s is acknowledged with a code and a sentence, and no inner word", (error, code) => {
  const ack = toErrorAck(error, log, "pull");
  expect(ack.error.code).toBe(code);
  expect(ack.error.message).toMatch(/^[A-Z].+\.$/);
  expect(JSON.stringify(ack)).not.toMatch(/secret|ECONNRESET/);
});
