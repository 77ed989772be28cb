import fc from "fast-check";
import { expect, test } from "vitest";
import { maskAll, maskText, patternOf } from "./mask-text.ts";

const ADDRESS = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

test.each([
  ["You can spend 5 XLM at most", "5"],
  ["10,000.0000001", "10,000.0000001"],
  ["Vous avez 1\u{202F}234,5 XLM", "1"],
  ["Cela fait 7\u{A0}€ environ", "7"],
  ["Vale 1.234,56 US$", "1.234"],
  ["About $12", "12"],
  ["Worth 0.5 today", "0.5"],
  ["Paid 7 yUSDC to Ana", "7"],
  ["12345 rows", "12345"],
  [`Sent to ${ADDRESS}.`, ADDRESS],
  ["GAAZI4...CWN7", "GAAZI4"],
  ["GAAZI4…CWN7", "CWN7"],
  ["ana*example.org", "ana"],
  ["Write to ana.b@example.org please", "ana.b"],
  ["hash 3389e9f0f1a65f19736cacf544c2e825313e8447f569233bb8db39aa607c8889", "3389e9f0"],
])("in %j nothing private is left", (text, secret) => {
  expect(maskText(text)).not.toContain(secret);
});

test("words, small counts and versions of things stay readable", () => {
  expect(maskText("2 changes are waiting")).toBe("2 changes are waiting");
  expect(maskText("Recovery codes: 8 left")).toBe("Recovery codes: 8 left");
  expect(maskText("Nothing here yet")).toBe("Nothing here yet");
  expect(maskText("Nov 21, 2026, 3:25 PM: $12")).toBe("Nov 21, 2026, 3:25 PM: •••");
});

test("people's names are replaced as words, whatever letters they are of", () => {
  const names = patternOf(["Ana", "Ana Maria", " ", "j.doe+1", "Ο Νίκος", "ana-7f3k"]);
  expect(maskText("Sent to Ana Maria, not to ANA", names)).toBe("Sent to ••• •••••, not to •••");
  expect(maskText("Received from j.doe+1 (ana-7f3k)", names)).toBe("Received from ••••••• (••••••••)");
  expect(maskText("ο νίκος waits", names)).toBe("• ••••• waits");
  expect(maskText("Analytics of jadoes", names)).toBe("Analytics of jadoes");
  expect(patternOf(["", "  "])).toBeNull();
});

test("no amount and no address survives, whatever stands around it", () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 11n }), fc.stringMatching(/^\d{1,7}$/))
    .map(([whole, decimals]) => `${new Intl.NumberFormat("en-US").format(whole)}.${decimals}`);
  fc.assert(
    fc.property(
      fc.constantFrom("", "(", "+", "− ", "has "),
      amount,
      fc.constantFrom("", ")", " XLM", "."),
      (before, text, after) => {
        expect(maskText(before + text + after)).not.toMatch(/\d/);
      },
    ),
  );
  expect(maskAll("Ana 12 😀")).toBe("••• •• •");
});
