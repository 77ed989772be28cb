import { expect, test } from "vitest";
import { buildDirectory } from "#pwa/parts/directory/directory.ts";
import { type Claimable, originWords, sortClaimables, timeWords } from "./claim-words.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const GIVER = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
const ME = "GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37";

function aClaimable(uid: string, windows: Claimable["windows"], createdAt = "2026-05-01T00:00:00.000Z"): Claimable {
  return {
    uid,
    id: 1,
    balanceId: "0".repeat(72),
    assetCode: "XLM",
    issuer: "",
    amount: "5.0000000",
    from: GIVER,
    fromName: "",
    memo: "",
    claimants: [ME],
    windows,
    state: "open",
    takenBy: "",
    isHidden: false,
    hash: "",
    ledger: 2,
    createdAt,
  };
}

const now = aClaimable("now", [{ from: null, until: null }]);
const soon = aClaimable("soon", [{ from: "2026-07-01T00:00:00.000Z", until: null }]);
const over = aClaimable("over", [{ from: null, until: "2026-05-20T00:00:00.000Z" }]);
const newer = aClaimable("newer", [{ from: null, until: null }], "2026-05-30T00:00:00.000Z");

test("what can be claimed comes first, and of that the newest", () => {
  expect(sortClaimables([over, soon, now, newer], NOW).map(({ uid }) => uid)).toEqual(["newer", "now", "soon", "over"]);
});

test("a time is said only where it matters", () => {
  expect(timeWords(now, NOW)).toBeNull();
  expect(timeWords(soon, NOW)).toContain("Not before ");
  expect(timeWords(over, NOW)).toContain("Was to be claimed before ");
  expect(timeWords(aClaimable("none", []), NOW)).toBe("You cannot claim this");
});

test("a stranger is told by their address, oneself and contacts by name", () => {
  const strange = buildDirectory([], ME);
  expect(originWords(now, strange, ME)).toBe("From a stranger, GA7QYN...VSGZ");
  expect(originWords({ ...now, from: ME }, strange, ME)).toBe("From you");
  expect(originWords({ ...now, fromName: "ana" }, strange, ME)).toBe("From @ana");
});

test("somebody who is called You is not oneself", () => {
  const you = { uid: "c", id: 1, name: "You", stellarAddress: GIVER, uniqueUserId: "", memo: "", editedAt: {} };
  expect(originWords(now, buildDirectory([you], ME), ME)).toBe("From You");
});
