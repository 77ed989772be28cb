import { expect, test } from "vitest";
import { signInOf } from "./current-sign-in.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
const SESSION = { device: "Firefox on Linux", ipAddress: "10.0.0.1", startedAt: "2026-11-21T10:00:05.000Z" };

function signIn(uid: string, seconds: string, change: object = {}) {
  return { uid, timestamp: `2026-11-21T10:00:${seconds}Z`, ipAddress: "10.0.0.1", userAgent: FIREFOX, ...change };
}

test("a session began with the last sign-in before it from its device and address", () => {
  const rows = [
    signIn("later", "05.001"),
    signIn("phone", "04.900", { userAgent: IPHONE }),
    signIn("elsewhere", "04.900", { ipAddress: "10.0.0.2" }),
    signIn("right", "04.800"),
    signIn("earlier", "01.000"),
  ];
  expect(signInOf(SESSION, rows)?.uid).toBe("right");
  expect(signInOf(SESSION, rows.toReversed())?.uid).toBe("right");
});

test("a session that began without a sign-in has none", () => {
  expect(signInOf(SESSION, [])).toBeNull();
  expect(signInOf({ ...SESSION, startedAt: "2026-11-21T10:20:00.000Z" }, [signIn("old", "04.800")])).toBeNull();
});
