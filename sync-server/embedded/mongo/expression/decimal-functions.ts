import { decimalFrom, decimalFromDouble, decimalParts, decimalToDouble } from "#server/embedded/mongo/bson/decimal.ts";
import type { DecimalParts } from "#server/embedded/mongo/bson/decimal.ts";
import type { Decimal } from "#server/embedded/mongo/bson/value.ts";
import { LN10, ONE, PI, arctangent, div, exp, ln, mul, piOf, sineAndCosine, sqrt } from "./big-real.ts";

type Finite = Extract<DecimalParts, { kind: "finite" }>;

const PLACES = ONE.toString().length - 1;

/** Digits that an exact result does not need are not shown. */
function fromReal(value: bigint, shift = 0): Decimal {
  const negative = value < 0n;
  let coefficient = negative ? -value : value;
  let exponent = shift - PLACES;
  if (coefficient === 0n) return decimalFrom({ kind: "finite", negative: false, coefficient, exponent: 0 });
  while (coefficient % 10n === 0n && exponent < 0) {
    coefficient /= 10n;
    exponent += 1;
  }
  return decimalFrom({ kind: "finite", negative, coefficient, exponent });
}

/** The number itself; digits below the 90th place are dropped. */
function toReal({ coefficient, exponent, negative }: Finite): bigint {
  const shift = exponent + PLACES;
  const size = shift >= 0 ? coefficient * 10n ** BigInt(shift) : coefficient / 10n ** BigInt(-shift);
  return negative ? -size : size;
}

/** The power of ten of the first digit. */
function magnitude({ coefficient, exponent }: Finite): number {
  return coefficient === 0n ? -Infinity : coefficient.toString().length - 1 + exponent;
}

function finite(value: Decimal): Finite | undefined {
  const parts = decimalParts(value);
  return parts.kind === "finite" ? parts : undefined;
}

/** So close to zero that the function is its argument, to all 34 digits. */
const TINY = -30;

export function decimalSqrt(value: Decimal): Decimal {
  const parts = finite(value);
  if (parts === undefined) return value;
  if (parts.coefficient === 0n) return decimalFrom({ ...parts, exponent: Math.trunc(parts.exponent / 2) });
  const odd = Math.abs(parts.exponent % 2);
  const root = sqrt(parts.coefficient * 10n ** BigInt(odd) * ONE);
  return fromReal(root, (parts.exponent - odd) / 2);
}

export function decimalExp(value: Decimal): Decimal {
  const parts = finite(value);
  if (parts === undefined) return decimalToDouble(value) < 0 ? fromReal(0n) : value;
  if (magnitude(parts) > 5) return decimalFromDouble(parts.negative ? 0 : Infinity);
  const real = toReal(parts);
  const tens = real / LN10;
  return fromReal(exp(real - tens * LN10), Number(tens));
}

/** Of a positive number. */
function lnReal(parts: Finite): bigint {
  const tens = magnitude(parts);
  return ln(toReal({ ...parts, exponent: parts.exponent - tens })) + BigInt(tens) * LN10;
}

export function decimalLn(value: Decimal): Decimal {
  const parts = finite(value);
  return parts === undefined ? value : fromReal(lnReal(parts));
}

export function decimalLog(value: Decimal, base: Decimal): Decimal {
  const [parts, baseParts] = [finite(value), finite(base)];
  if (parts === undefined || baseParts === undefined)
    return decimalFromDouble(Math.log(decimalToDouble(value)) / Math.log(decimalToDouble(base)));
  return rounded(div(lnReal(parts), lnReal(baseParts)));
}

export function decimalLog10(value: Decimal): Decimal {
  const parts = finite(value);
  return parts === undefined ? value : rounded(div(lnReal(parts), LN10));
}

/** Without the noise of the last places, so that a whole result is whole. */
function rounded(value: bigint): Decimal {
  const noise = 10n ** 15n;
  const half = value < 0n ? -noise / 2n : noise / 2n;
  return fromReal(((value + half) / noise) * noise);
}

/** Of bases that are not negative, or whole exponents. */
export function decimalPow(base: Decimal, exponent: Decimal): Decimal {
  const [a, b] = [finite(base), finite(exponent)];
  if (a === undefined || b === undefined) return decimalFromDouble(decimalToDouble(base) ** decimalToDouble(exponent));
  const isWhole = b.exponent >= 0 || b.coefficient % 10n ** BigInt(-b.exponent) === 0n;
  if (b.coefficient === 0n) return decimalFrom({ kind: "finite", negative: false, coefficient: 1n, exponent: 0 });
  if (a.coefficient === 0n) return decimalFrom({ kind: "finite", negative: false, coefficient: 0n, exponent: 0 });
  if (a.negative && !isWhole) return decimalFrom({ kind: "nan" });
  const power = toReal(b) / ONE;
  if (isWhole && power > 0n && power <= 200n) {
    const negative = a.negative && power % 2n === 1n;
    return decimalFrom({
      kind: "finite",
      negative,
      coefficient: a.coefficient ** power,
      exponent: a.exponent * Number(power),
    });
  }
  const logarithm = mul(lnReal({ ...a, negative: false }), toReal(b));
  const tens = logarithm / LN10;
  if (tens > 7000n || tens < -7000n) return decimalFromDouble(tens > 0n ? Infinity : 0);
  const size = exp(logarithm - tens * LN10);
  return rounded10(a.negative && power % 2n !== 0n ? -size : size, Number(tens));
}

function rounded10(value: bigint, shift: number): Decimal {
  const noise = 10n ** 30n;
  const half = value < 0n ? -noise / 2n : noise / 2n;
  return fromReal(((value + half) / noise) * noise, shift);
}

/** The angle less its whole turns, between -pi and pi. */
function turnedBack(parts: Finite): bigint {
  const digits = Math.max(magnitude(parts), 0);
  const one = ONE * 10n ** BigInt(digits);
  const turn = 2n * piOf(one);
  const shift = parts.exponent + PLACES + digits;
  const size = shift >= 0 ? parts.coefficient * 10n ** BigInt(shift) : parts.coefficient / 10n ** BigInt(-shift);
  let rest = (parts.negative ? -size : size) % turn;
  if (rest > turn / 2n) rest -= turn;
  if (rest < -turn / 2n) rest += turn;
  return rest / 10n ** BigInt(digits);
}

type RealFunction = (value: bigint) => bigint;

/** `atZero` is what tiny arguments give; strange arguments go by what doubles say. */
function real(
  apply: RealFunction,
  byDouble: (value: number) => number,
  atZero: "itself" | "one",
): (value: Decimal) => Decimal {
  return (value) => {
    const parts = finite(value);
    if (parts === undefined) return decimalFromDouble(byDouble(decimalToDouble(value)));
    if (magnitude(parts) < TINY) return atZero === "itself" ? value : fromReal(ONE);
    return fromReal(apply(toReal(parts)));
  };
}

function trigonometric(apply: RealFunction, atZero: "itself" | "one"): (value: Decimal) => Decimal {
  return (value) => {
    const parts = finite(value);
    if (parts === undefined) return decimalFrom({ kind: "nan" });
    if (magnitude(parts) < TINY) return atZero === "itself" ? value : fromReal(ONE);
    return fromReal(apply(turnedBack(parts)));
  };
}

export const decimalSin = trigonometric((angle) => sineAndCosine(angle).sine, "itself");
export const decimalCos = trigonometric((angle) => sineAndCosine(angle).cosine, "one");
export const decimalTan = trigonometric((angle) => {
  const { sine, cosine } = sineAndCosine(angle);
  return div(sine, cosine);
}, "itself");
export const decimalAtan = real(arctangent, Math.atan, "itself");

function arcsine(value: bigint): bigint {
  if (value === ONE) return PI / 2n;
  if (value === -ONE) return -PI / 2n;
  return arctangent(div(value, sqrt(ONE - mul(value, value))));
}

export const decimalAsin = real(arcsine, Math.asin, "itself");

export function decimalAcos(value: Decimal): Decimal {
  const parts = finite(value);
  return parts === undefined ? decimalFrom({ kind: "nan" }) : fromReal(PI / 2n - arcsine(toReal(parts)));
}

export function decimalAtan2(y: Decimal, x: Decimal): Decimal {
  const [up, right] = [finite(y), finite(x)];
  if (up === undefined || right === undefined || right.coefficient === 0n || up.coefficient === 0n) {
    const angle = Math.atan2(decimalToDouble(y), decimalToDouble(x));
    const quarters = Math.round((angle / Math.PI) * 4);
    return Number.isNaN(angle) ? decimalFrom({ kind: "nan" }) : fromReal((PI * BigInt(quarters)) / 4n);
  }
  const shift = Math.max(magnitude(up), magnitude(right));
  const [tall, wide] = [up, right].map((parts) => toReal({ ...parts, exponent: parts.exponent - shift }));
  if (tall === undefined || wide === undefined || wide === 0n) return fromReal(up.negative ? -PI / 2n : PI / 2n);
  const angle = arctangent(div(tall, wide));
  return fromReal(right.negative ? angle + (up.negative ? -PI : PI) : angle);
}

function hyperbolic(
  combine: (grown: bigint, shrunk: bigint) => bigint,
  byDouble: (value: number) => number,
  atZero: "itself" | "one",
): (value: Decimal) => Decimal {
  const small = real(
    (value) => {
      const grown = exp(value);
      return combine(grown, div(ONE, grown));
    },
    byDouble,
    atZero,
  );
  return (value) => {
    const parts = finite(value);
    if (parts === undefined || magnitude(parts) < 2) return small(value);
    // Beyond a hundred what shrinks is far below the last digit.
    const size = decimalExp(decimalFrom({ ...parts, negative: false }));
    const tens = decimalParts(size);
    if (byDouble === Math.tanh) return fromReal(parts.negative ? -ONE : ONE);
    const isNegative = byDouble === Math.sinh && parts.negative;
    if (tens.kind !== "finite") return decimalFromDouble(isNegative ? -Infinity : Infinity);
    return decimalFrom({
      kind: "finite",
      negative: isNegative,
      coefficient: tens.coefficient * 5n,
      exponent: tens.exponent - 1,
    });
  };
}

export const decimalSinh = hyperbolic((grown, shrunk) => (grown - shrunk) / 2n, Math.sinh, "itself");
export const decimalCosh = hyperbolic((grown, shrunk) => (grown + shrunk) / 2n, Math.cosh, "one");
export const decimalTanh = hyperbolic((grown, shrunk) => div(grown - shrunk, grown + shrunk), Math.tanh, "itself");

/** The logarithm of any positive real. */
function lnOfReal(value: bigint): bigint {
  const tens = value.toString().length - 1 - PLACES;
  const shifted = tens >= 0 ? value / 10n ** BigInt(tens) : value * 10n ** BigInt(-tens);
  return ln(shifted) + BigInt(tens) * LN10;
}

function asinh(value: bigint): bigint {
  const size = value < 0n ? -value : value;
  const result = lnOfReal(size + sqrt(mul(size, size) + ONE));
  return value < 0n ? -result : result;
}

export const decimalAsinh = real(asinh, Math.asinh, "itself");
export const decimalAcosh = real((value) => lnOfReal(value + sqrt(mul(value, value) - ONE)), Math.acosh, "itself");
export const decimalAtanh = real((value) => lnOfReal(div(ONE + value, ONE - value)) / 2n, Math.atanh, "itself");

/** Times pi over 180, or the other way round. */
export const decimalToRadians = real(
  (value) => mul(value, PI / 180n),
  (value) => value,
  "itself",
);
export const decimalToDegrees = real(
  (value) => div(value * 180n, PI),
  (value) => value,
  "itself",
);
