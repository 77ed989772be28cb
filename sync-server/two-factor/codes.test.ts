import { expect, test } from "vitest";
import { codeAt, grouped, makeRecoveryCodes, setupOf, stepOfCode } from "./codes.ts";

/** The secret of RFC 6238, appendix B, with the last six digits of its SHA-1 codes. */
const SEED = Buffer.from("12345678901234567890");
const RFC_CODES: readonly (readonly [number, string])[] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

function at(seconds: number): Date {
  return new Date(seconds * 1000);
}

test.each(RFC_CODES)("RFC 6238 at %d s", (seconds, code) => {
  expect(codeAt(SEED, at(seconds))).toBe(code);
  expect(stepOfCode(SEED, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test("a clock that is a period off is forgiven, two are not", () => {
  const code = codeAt(SEED, at(1_000_000));
  const step = stepOfCode(SEED, code, at(1_000_000));
  expect(stepOfCode(SEED, code, at(1_000_030))).toBe(step);
  expect(stepOfCode(SEED, code, at(999_970))).toBe(step);
  expect(stepOfCode(SEED, code, at(1_000_060))).toBe(null);
});

test.each(["", "12345", "1234567", "abcdef", "１２３４５６"])("%j is no code", (code) => {
  expect(stepOfCode(SEED, code, at(59))).toBe(null);
});

test("the URI names the service and the person", () => {
  const { uri, secret } = setupOf(SEED, "ana");
  expect(uri).toMatch(/^otpauth:\/\/totp\/Astrolabe:ana\?/);
  expect(uri).toContain(`secret=${secret}`);
});

test("recovery codes differ and are readable", () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(grouped(code)).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);
});
