import { expect, test } from "vitest";
import type { StandingOrderState, StandingTerms } from "#schemas/standing-orders.ts";
import { standingIn } from "./standing-rows.ts";
import type { StandingRow } from "./standing-state.tsx";

const TERMS: StandingTerms = {
  kind: "stop-limit",
  base: "XLM",
  quote: "A-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN",
  side: "sell",
  amount: "1",
  triggerPrice: "1",
  price: "1",
  expiresAt: null,
};

function aRow(uid: string, state: StandingOrderState, placedAt: string, base = TERMS.base): StandingRow {
  return {
    id: 1,
    uid,
    terms: { ...TERMS, base },
    state,
    reason: "",
    runs: [],
    runsDone: 0,
    runsMissed: 0,
    nextAt: null,
    mark: null,
    agreed: { networkFee: "0", operatorFees: [] },
    placedAt,
    changedAt: placedAt,
  };
}

test("what stands comes before what is over, each with the newest first, in a pair whichever way round", () => {
  const rows = [
    aRow("old", "waiting", "2026-05-01T10:00:00.000Z"),
    aRow("over", "failed", "2026-05-04T10:00:00.000Z"),
    aRow("new", "running", "2026-05-02T10:00:00.000Z"),
    aRow("other", "waiting", "2026-05-03T10:00:00.000Z", "B-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN"),
  ];
  const uids = ({ current, past }: ReturnType<typeof standingIn>) =>
    [current, past].map((of) => of.map(({ uid }) => uid));
  expect(uids(standingIn(rows, null))).toEqual([["other", "new", "old"], ["over"]]);
  expect(uids(standingIn(rows, { base: TERMS.quote, quote: "XLM" }))).toEqual([["new", "old"], ["over"]]);
});
