import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { replay } from "#server/embedded/stellar/replay/replay.ts";

const SLICE = join(import.meta.dirname, "data/slice.jsonl.gz");
/** Recordings of a real stellar-core that are kept beside the repository, not in it. */
const VECTORS = join(import.meta.dirname, "../../../../shared/vectors");
const TIMEOUT_MS = 60_000;

const files = existsSync(VECTORS) ? readdirSync(VECTORS).filter((name) => name.endsWith(".jsonl.gz")) : [];

describe("recordings of a real stellar-core", () => {
  test("the slice kept with the tests replays without a difference", async () => {
    const found = await replay(SLICE);
    expect(found.words).toEqual([]);
    expect(found.transactions).toBeGreaterThan(100);
  });

  if (files.length === 0) console.warn(`No recordings in ${VECTORS}: only the slice was replayed.`);

  for (const name of files) {
    test(`${name} replays without a difference`, { timeout: TIMEOUT_MS }, async () => {
      const found = await replay(join(VECTORS, name));
      expect(found.words.slice(0, 3)).toEqual([]);
      expect(found.transactions).toBeGreaterThan(500);
    });
  }
});
