import { BSON } from "bson";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { decimalFromString } from "#server/embedded/mongo/bson/decimal.ts";
import { decodeDoc, decodeFields } from "#server/embedded/mongo/bson/decode.ts";
import { MalformedBson } from "#server/embedded/mongo/bson/malformed.ts";
import { encodeDoc } from "#server/embedded/mongo/bson/encode.ts";
import { encodeKey } from "#server/embedded/mongo/bson/key.ts";
import { keepingFields } from "#server/embedded/mongo/bson/skim.ts";
import {
  Binary,
  Code,
  DateTime,
  DbPointer,
  Double,
  MAX_KEY,
  MIN_KEY,
  ObjectId,
  Regex,
  Symbol_,
  Timestamp,
  UNDEFINED,
  doc,
} from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";

const decimals = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -30, max: 30 }))
    .map(([digits, exponent]) => `${digits}E${exponent}`),
  fc.constantFrom(
    "0",
    "-0",
    "0.1",
    "1E400",
    "1E500",
    "-1E400",
    "-1E500",
    "1E-400",
    "-1E-400",
    "2E-400",
    "1E-6176",
    "2E-6176",
    "-2E-400",
    "-1E-6170",
    "NaN",
    "Infinity",
    "-Infinity",
    "9007199254740993",
    "1.5",
  ),
);
const numbers: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(9007199254740993n, 9007199254740992n, -9007199254740993n, 1n, 0n),
  fc.double().map((value) => new Double(value)),
  fc
    .constantFrom(0.1, 1.5, -0, 5e-324, -5e-324, Number.MAX_VALUE, 9007199254740992, 1e19)
    .map((value) => new Double(value)),
  decimals.map(decimalFromString),
);
const scalars: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: numbers },
  fc.string({ unit: "binary" }),
  fc.constantFrom<Value>(null, true, false, MIN_KEY, MAX_KEY, "a\u0000b", "a"),
  fc.uint8Array({ maxLength: 5 }).map((bytes) => new Binary(bytes.length % 2, Buffer.from(bytes))),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((ms) => new DateTime(ms)),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((bits) => new Timestamp(bits)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(Buffer.from(bytes).toString("latin1"))),
  fc.constantFrom(new Regex("a", ""), new Regex("a", "i"), new Regex("b", "")),
);
const values: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom("", "a", "b", "10", "2"), tie("value")), { maxLength: 3 })
      .map((pairs) => new Map(pairs)),
  ),
})).value;

test("keys sort as the values do, one by one and compound, up and down", () => {
  fc.assert(
    fc.property(values, values, values, values, fc.boolean(), (a, b, c, d, descending) => {
      const first = compareValues(a, b);
      const expected = Math.sign(first !== 0 ? (descending ? -first : first) : compareValues(c, d));
      const left = encodeKey([
        { value: a, descending },
        { value: c, descending: false },
      ]);
      const right = encodeKey([
        { value: b, descending },
        { value: d, descending: false },
      ]);
      expect(Buffer.compare(left, right)).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});

test("numbers of four types are one line", () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const left = encodeKey([{ value: a, descending: false }]);
      const right = encodeKey([{ value: b, descending: false }]);
      expect(Buffer.compare(left, right)).toBe(Math.sign(compareValues(a, b)));
    }),
    { numRuns: 5000 },
  );
});

test("what is encoded is BSON and decodes to the same bytes", () => {
  fc.assert(
    fc.property(values, (value) => {
      const bytes = encodeDoc(doc({ value }));
      expect(() => BSON.deserialize(bytes)).not.toThrow();
      expect(encodeDoc(decodeDoc(bytes)).equals(bytes)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("damaged bytes are refused or read, and never anything else", () => {
  fc.assert(
    fc.property(values, fc.nat(), fc.nat({ max: 255 }), (value, position, byte) => {
      const bytes = encodeDoc(doc({ value, more: "text" }));
      bytes[position % bytes.length] = byte;
      try {
        decodeDoc(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedBson);
      }
    }),
    { numRuns: 3000 },
  );
});

test("some fields of a document are the same as those of all of it, whatever stands between them", () => {
  const rare = [new Code("f()"), new Code("f()", new Map([["x", 1]])), new Symbol_("s"), UNDEFINED];
  const any = fc.oneof(values, fc.constantFrom<Value>(...rare, new DbPointer("d.c", "0".repeat(12))));
  const fields = fc.uniqueArray(fc.tuple(fc.constantFrom("_id", "a", "ab", "", "é", "long".repeat(20)), any), {
    selector: ([name]) => name,
  });
  const wanted = fc.uniqueArray(fc.constantFrom("_id", "a", "ab", "", "é", "b", "long".repeat(20)));
  fc.assert(
    fc.property(fields, wanted, (all, names) => {
      const bytes = encodeDoc(new Map(all));
      const kept = encodeDoc(new Map(all.filter(([name]) => names.includes(name))));
      expect(encodeDoc(decodeFields(bytes, new Set(names)))).toEqual(kept);
      const keeps = (from: number, to: number) => names.includes(bytes.toString("utf8", from, to));
      expect(Buffer.from(keepingFields(bytes, keeps))).toEqual(kept);
    }),
  );
});
