/**
 * Real functions on fixed-point numbers of 90 decimal places, kept as bigints: enough to round to the 34 digits of a
 * decimal128 correctly.
 */
const PLACES = 90;
export const ONE = 10n ** BigInt(PLACES);

export function mul(left: bigint, right: bigint): bigint {
  return (left * right) / ONE;
}

export function div(left: bigint, right: bigint): bigint {
  return (left * ONE) / right;
}

/** Of a number that is not negative. */
export function sqrt(value: bigint): bigint {
  return isqrt(value * ONE);
}

function isqrt(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** The arctangent of 1/n times `one`. */
function arctangentOfInverse(n: bigint, one: bigint): bigint {
  let power = one / n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power /= -(n * n);
    sum += power / k;
  }
  return sum;
}

/** Pi with so many places. */
export function piOf(one: bigint): bigint {
  const guarded = one * 10n ** 10n;
  return (4n * (4n * arctangentOfInverse(5n, guarded) - arctangentOfInverse(239n, guarded))) / 10n ** 10n;
}

export const PI = piOf(ONE);

/** The natural logarithm of (1+x)/(1-x), doubled series. */
function logOfRatio(numerator: bigint, denominator: bigint): bigint {
  const ratio = ((numerator - denominator) * ONE) / (numerator + denominator);
  const square = mul(ratio, ratio);
  let power = ratio;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = mul(power, square);
  }
  return 2n * sum;
}

const LN2 = logOfRatio(2n, 1n);
export const LN10 = 3n * LN2 + logOfRatio(10n, 8n);

/** Of a small number, by its series after halving it. */
export function exp(value: bigint): bigint {
  const HALVINGS = 16n;
  const small = value >> HALVINGS;
  let term = ONE;
  let sum = ONE;
  for (let k = 1n; term !== 0n; k += 1n) {
    term = mul(term, small) / k;
    sum += term;
  }
  for (let k = 0n; k < HALVINGS; k += 1n) sum = mul(sum, sum);
  return sum;
}

/** Of a positive number between 0.1 and 10. */
export function ln(value: bigint): bigint {
  let reduced = value;
  let doublings = 0n;
  for (; reduced > (ONE * 4n) / 3n; doublings += 1n) reduced /= 2n;
  for (; reduced < (ONE * 2n) / 3n; doublings -= 1n) reduced *= 2n;
  return logOfRatio(reduced, ONE) + doublings * LN2;
}

/** Sine and cosine of an angle between -pi and pi. */
export function sineAndCosine(angle: bigint): { sine: bigint; cosine: bigint } {
  let sine = 0n;
  let cosine = 0n;
  let term = ONE;
  for (let k = 0n; term !== 0n; k += 1n) {
    const sign = k % 4n >= 2n ? -1n : 1n;
    if (k % 2n === 0n) cosine += sign * term;
    else sine += sign * term;
    term = mul(term, angle) / (k + 1n);
  }
  return { sine, cosine };
}

export function arctangent(value: bigint): bigint {
  if (value > ONE) return PI / 2n - arctangent(div(ONE, value));
  if (value < -ONE) return -PI / 2n - arctangent(div(ONE, value));
  const HALVINGS = 6n;
  let reduced = value;
  for (let k = 0n; k < HALVINGS; k += 1n) reduced = div(reduced, ONE + sqrt(ONE + mul(reduced, reduced)));
  const square = mul(reduced, reduced);
  let power = reduced;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += (k % 4n === 1n ? power : -power) / k;
    power = mul(power, square);
  }
  return sum << HALVINGS;
}
