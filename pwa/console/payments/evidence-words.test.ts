import { expect, test } from "vitest";
import type { PaymentEvidenceOutput } from "#schemas/payment-evidence.ts";
import { conclusionWords } from "./evidence-words.ts";

const NOW = Date.UTC(2026, 10, 1, 12);
const MISSING = { kind: "missing", oldestLedger: 10, latestLedger: 100 } as const;
const BOUNDS = { source: "GA", sequence: "7", signedAtLedger: 50, maxLedger: 90, maxTime: "2026-11-01T11:00:00.000Z" };

function concluded(
  fields: Partial<PaymentEvidenceOutput>,
  answer: PaymentEvidenceOutput["hashes"][number]["answer"] = MISSING,
) {
  const evidence = {
    lookedAt: "",
    hashes: [{ hash: "a", answer }],
    bounds: BOUNDS,
    present: { sequence: "6", ledger: 100 },
  };
  return conclusionWords({ ...evidence, ...fields }, NOW);
}

test("what a ledger shows is said, whatever the rest", () => {
  expect(concluded({}, { kind: "found", isSuccessful: true, ledger: 60 })).toMatch(/carried out in ledger 60/);
  expect(concluded({ present: null }, { kind: "found", isSuccessful: false, ledger: 60 })).toMatch(
    /failed in ledger 60/,
  );
});

test("what no ledger shows is over only where its number or its time is", () => {
  expect(concluded({})).toMatch(/can no longer be carried out/);
  const open = { ...BOUNDS, maxLedger: 120, maxTime: "2026-11-01T13:00:00.000Z" };
  expect(concluded({ bounds: open })).toMatch(/can still be carried out/);
  expect(concluded({ present: { sequence: "7", ledger: 100 } })).toMatch(/was not carried out/);
  const forgotten = { ...MISSING, oldestLedger: 51 };
  expect(concluded({ present: { sequence: "7", ledger: 100 } }, forgotten)).toMatch(/do not remember/);
});

test("nothing follows from a node that does not answer; what was never signed was never paid", () => {
  expect(concluded({}, { kind: "unreachable" })).toMatch(/Look again later/);
  expect(concluded({ present: null })).toMatch(/Look again later/);
  expect(concluded({ hashes: [], bounds: null, present: null })).toMatch(/ever signed/);
});

test("that one missed before says nothing of what was made of it since", () => {
  const missed = { hash: "b", isMissed: true, answer: { kind: "found", isSuccessful: false, ledger: 40 } } as const;
  expect(concluded({ hashes: [{ hash: "a", answer: MISSING }, missed] })).toMatch(/can no longer be carried out/);
});
