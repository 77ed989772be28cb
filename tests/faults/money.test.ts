import { expect, test } from "vitest";
import { drive } from "./money/drive.ts";

const MS = 120_000;
/** Starting, settling and comparing included. */
const TIMEOUT_MS = MS + 600_000;

test(
  "whatever dies, is cut off or hangs meanwhile, every answered request has exactly one effect",
  { timeout: TIMEOUT_MS },
  async () => {
    const { problems, confirmed, credited, claimed, traded, trouble } = await drive({
      ms: MS,
      seed: 2026,
      people: 50,
      hands: 8,
    });
    expect(problems).toEqual([]);
    expect(confirmed).toBeGreaterThan(20);
    expect(credited).toBeGreaterThan(0);
    expect(claimed).toBeGreaterThan(5);
    expect(traded).toBeGreaterThan(3);
    expect(trouble.size).toBeGreaterThan(3);
  },
);
