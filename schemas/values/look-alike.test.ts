import { StrKey } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { proofLettersOf, stretchesOf } from "./compared-addresses.ts";
import { ALIKE_BEGINNING, KNOWN_BY, looksAlike } from "./look-alike.ts";
import { isWarnedOf } from "./warned-of.ts";

const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => StrKey.encodeEd25519PublicKey(Buffer.from(bytes)));
const letters = fc.stringMatching(/^[A-Z2-7]{56}$/);

/** An address with so many letters of another after the first, and at its end, and surely others between. */
function forged(real: string, filler: string, head: number, tail: number): string {
  const middle = [...real].map((letter, place) =>
    filler[place] === letter ? (letter === "Q" ? "R" : "Q") : filler[place],
  );
  return real.slice(0, 1 + head) + middle.slice(1 + head, real.length - tail).join("") + real.slice(real.length - tail);
}

test("what has both ends of an address, or a long beginning of it, looks like it", () => {
  const ends = fc.record({ head: fc.integer({ min: 3, max: 20 }), tail: fc.integer({ min: 3, max: 20 }) });
  fc.assert(
    fc.property(address, letters, ends, (real, filler, { head, tail }) => {
      expect(looksAlike(forged(real, filler, head, tail), real)).toBe(head + tail >= 7 || head >= 8);
    }),
  );
  fc.assert(
    fc.property(address, letters, fc.integer({ min: 8, max: 50 }), (real, filler, head) => {
      expect(looksAlike(forged(real, filler, head, 0), real)).toBe(true);
    }),
  );
});

test("twelve letters of the beginning and three of the end are enough", () => {
  fc.assert(
    fc.property(address, letters, (real, filler) => {
      expect(looksAlike(forged(real, filler, 11, 3), real)).toBe(true);
    }),
  );
});

test("two strangers do not, nor an address itself; who looks like whom does not depend on who is asked first", () => {
  fc.assert(
    fc.property(address, address, (one, other) => {
      expect(looksAlike(one, one)).toBe(false);
      expect(looksAlike(one, other)).toBe(false);
      const twin = forged(one, other, 5, 4);
      expect(looksAlike(twin, one)).toBe(looksAlike(one, twin));
      // By this much they are looked up.
      expect(twin.slice(0, ALIKE_BEGINNING)).toBe(one.slice(0, ALIKE_BEGINNING));
    }),
  );
});

test("the letters that differ are marked, none is lost, and those to be typed are no letters of the other's", () => {
  fc.assert(
    fc.property(address, letters, (real, filler) => {
      const twin = forged(real, filler, 5, 4);
      const stretches = stretchesOf(twin, real);
      expect(stretches.map(({ text }) => text).join("")).toBe(twin);
      let place = 0;
      for (const { text, isSame } of stretches)
        for (const letter of text) {
          expect(real[place] === letter).toBe(isSame);
          place += 1;
        }
      const proof = proofLettersOf(twin, real);
      const marked = stretches.filter(({ isProof }) => isProof).map(({ text }) => text);
      expect(marked.join("")).toBe(proof);
      expect(proof).toHaveLength(4);
      expect(real.slice(twin.indexOf(proof), twin.indexOf(proof) + 4)).not.toBe(proof);
    }),
  );
});

test.each([
  ["a stranger", null, { received: true, paid: true, contact: true }],
  ["who only paid me", "received", { received: true, paid: true, contact: true }],
  ["whom I paid", "paid", { received: false, paid: true, contact: true }],
  ["a contact", "contact", { received: false, paid: false, contact: true }],
] as const)("of %s one is warned by what is known at least as well", (_, target, expected) => {
  expect(Object.fromEntries(KNOWN_BY.map((by) => [by, isWarnedOf(by, target)]))).toEqual(expected);
});
