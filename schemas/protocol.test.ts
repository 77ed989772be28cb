import { createHash } from "node:crypto";
import { toJsonSchema } from "@valibot/to-json-schema";
import { expect, test } from "vitest";
import { MESSAGES } from "./messages.ts";
import { MIN_PROTOCOL_VERSION, PROTOCOL_VERSION, SYNC_ROWS } from "./protocol.ts";

/** What crossed the wire in each version. A version that has been released is never edited. */
const FINGERPRINTS: Readonly<Record<number, string>> = {
  1: "a4e2a50e70e39fb8",
  2: "06564d7a1fbaf1eb",
  3: "0fa507dd6c71146d",
  4: "199a9b8b4b32d72a",
  5: "ddd2ff9b19d38506",
  6: "050b57ffc13432ae",
  7: "ae0c6c8ad946dfb8",
  8: "f42035a8df8db7b8",
  9: "372fe81cb2bd5ec2",
  10: "ee280df4ba4b6f2b",
  11: "23f48309713543a2",
  12: "3fd0514cbf0da82e",
  13: "fad5ab6dddb8b5e2",
  14: "ac897d558cdc4e6c",
  15: "f5e27b10a453ab12",
  16: "2059f6dbbaf58955",
  17: "16c74ae1e988e769",
  18: "36ba21bc73154ada",
  19: "af52031e71fb9b44",
  20: "e8d65ab1b3d6a7a7",
};

test("what crosses the wire changes only with the protocol version", () => {
  const shapes = Object.entries({ ...MESSAGES, ...SYNC_ROWS }).map(([name, schema]) => [
    name,
    toJsonSchema(schema, { errorMode: "ignore", typeMode: "output" }),
  ]);
  const fingerprint = createHash("sha256").update(JSON.stringify(shapes)).digest("hex").slice(0, 16);
  expect(
    fingerprint,
    "A message or row changed: raise PROTOCOL_VERSION (and MIN_PROTOCOL_VERSION if older devices cannot go on), and add the new fingerprint here under the new version.",
  ).toBe(FINGERPRINTS[PROTOCOL_VERSION]);
});

test("the least version is not above the current one", () => {
  expect(MIN_PROTOCOL_VERSION).toBeLessThanOrEqual(PROTOCOL_VERSION);
});
