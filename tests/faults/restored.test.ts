import { expect, test } from "vitest";
import { drive } from "./restored/drive.ts";

const TIMEOUT_MS = 600_000;

/** The short form of `npm run test:restored`. */
test(
  "set back to a backup, a service pays nothing twice, forgets nothing, and every device comes back",
  { timeout: TIMEOUT_MS },
  async () => {
    const { problems, lost } = await drive({
      seed: 2026,
      people: 4,
      around: { payments: 4, deposits: 1, trades: 2, claims: 1 },
      lost: { payments: 20, deposits: 2, trades: 6, claims: 2 },
      waits: false,
    });
    expect(problems).toEqual([]);
    expect(lost.payments).toBeGreaterThanOrEqual(20);
  },
);
