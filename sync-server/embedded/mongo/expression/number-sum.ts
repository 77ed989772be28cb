import { addNumbers, negateNumber, toDecimal, wholeNumber } from "#server/embedded/mongo/bson/arithmetic.ts";
import { decimalFrom, decimalFromDouble, decimalToDouble } from "#server/embedded/mongo/bson/decimal.ts";
import { isNaNValue } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { Decimal, Double } from "#server/embedded/mongo/bson/value.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";

const ZERO = decimalFrom({ kind: "finite", negative: false, coefficient: 0n, exponent: 0 });

/**
 * A sum that can also be taken apart again. Integers are summed exactly and doubles with their rounding errors kept
 * (as MongoDB does), so that the order of what is summed does not show, and what left the sum leaves nothing behind.
 * The type is the widest of what is in it.
 */
export class NumberSum {
  private whole = 0n;
  private small = 0;
  private high = 0;
  private low = 0;
  private decimal: Decimal = ZERO;
  private longs = 0;
  private doubles = 0;
  private decimals = 0;
  private notNumbers = 0;
  private infinities = 0;
  private minusInfinities = 0;

  add(value: Numeric): void {
    this.change(value, 1);
  }

  remove(value: Numeric): void {
    this.change(value, -1);
  }

  private change(value: Numeric, sign: 1 | -1): void {
    if (typeof value === "number") {
      this.small += sign * value;
      if (!Number.isSafeInteger(this.small * 2)) this.settle();
      return;
    }
    if (typeof value === "bigint") {
      this.longs += sign;
      this.whole += sign === 1 ? value : -value;
      return;
    }
    if (value instanceof Decimal) this.decimals += sign;
    else this.doubles += sign;
    if (this.isSpecial(value, sign)) return;
    // The last double to leave takes every trace of rounding with it.
    if (value instanceof Double && this.doubles === 0) this.high = this.low = 0;
    else if (value instanceof Double) this.addDouble(sign * value.value);
    else this.decimal = toDecimal(addNumbers(this.decimal, sign === 1 ? value : negateNumber(value)) ?? ZERO);
  }

  private isSpecial(value: Double | Decimal, sign: 1 | -1): boolean {
    if (isNaNValue(value)) {
      this.notNumbers += sign;
      return true;
    }
    const number = toNumber(value);
    if (Number.isFinite(number) || (value instanceof Decimal && isFiniteDecimal(value))) return false;
    if (number > 0) this.infinities += sign;
    else this.minusInfinities += sign;
    return true;
  }

  private settle(): void {
    this.whole += BigInt(this.small);
    this.small = 0;
  }

  private addDouble(value: number): void {
    const sum = this.high + value;
    const part = sum - this.high;
    this.low += this.high - (sum - part) + (value - part);
    this.high = sum;
  }

  private special(): number | undefined {
    if (this.notNumbers > 0 || (this.infinities > 0 && this.minusInfinities > 0)) return Number.NaN;
    if (this.infinities > 0) return Infinity;
    return this.minusInfinities > 0 ? -Infinity : undefined;
  }

  /** The sum as a double, whatever is in it. */
  toDouble(): number {
    const special = this.special();
    if (special !== undefined) return special;
    const decimal = this.decimals > 0 ? decimalToDouble(this.decimal) : 0;
    return this.binary() + decimal;
  }

  private binary(): number {
    this.settle();
    if (this.doubles === 0) return Number(this.whole);
    const whole = Number(this.whole);
    const rest = Number(this.whole - BigInt(whole));
    const sum = this.high + whole;
    const part = sum - this.high;
    return sum + (this.low + rest + (this.high - (sum - part) + (whole - part)));
  }

  result(): Numeric {
    const special = this.special();
    if (special !== undefined) return this.decimals > 0 ? decimalFromDouble(special) : new Double(special);
    this.settle();
    if (this.decimals > 0) {
      const exact = addNumbers(this.decimal, toDecimal(this.doubles > 0 ? new Double(this.high) : 0)) ?? ZERO;
      const withLow = this.doubles > 0 && this.low !== 0 ? (addNumbers(exact, new Double(this.low)) ?? exact) : exact;
      return addNumbers(withLow, toDecimal(clampWhole(this.whole))) ?? ZERO;
    }
    if (this.doubles > 0) return new Double(this.binary());
    if (BigInt.asIntN(64, this.whole) !== this.whole) return new Double(Number(this.whole));
    return this.longs > 0 ? this.whole : wholeNumber(this.whole);
  }
}

/** Beyond int64 only a double can say it, as in MongoDB. */
function clampWhole(whole: bigint): Numeric {
  return BigInt.asIntN(64, whole) === whole ? whole : new Double(Number(whole));
}

function isFiniteDecimal(value: Decimal): boolean {
  return ((value.bytes[15] ?? 0) & 0x78) !== 0x78;
}
