/** The most of what is wished beside which its fee in the same asset is still within what is held; all in stroops. The more is given, the more is the fee. */
export function besideFee(wished: bigint, held: bigint, feeOf: (amount: bigint) => bigint): bigint {
  const isWithin = (given: bigint): boolean => given + feeOf(given) <= held;
  if (wished <= 0n || isWithin(wished)) return wished;
  let [fits, exceeds] = [0n, wished];
  while (exceeds - fits > 1n) {
    const middle = (fits + exceeds) / 2n;
    if (isWithin(middle)) fits = middle;
    else exceeds = middle;
  }
  return fits;
}
