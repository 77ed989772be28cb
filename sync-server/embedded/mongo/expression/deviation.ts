/**
 * Sum of squared distances from the mean by Welford's method, stable where sums of squares are not; values can be taken
 * out again.
 */
export class Deviation {
  private count = 0;
  private mean = 0;
  private squares = 0;
  private strange = 0;

  add(value: number): void {
    if (!Number.isFinite(value)) {
      this.strange += 1;
      return;
    }
    this.count += 1;
    const delta = value - this.mean;
    this.mean += delta / this.count;
    this.squares += delta * (value - this.mean);
  }

  remove(value: number): void {
    if (!Number.isFinite(value)) {
      this.strange -= 1;
      return;
    }
    this.count -= 1;
    if (this.count === 0) {
      this.mean = 0;
      this.squares = 0;
      return;
    }
    const delta = value - this.mean;
    this.mean -= delta / this.count;
    this.squares -= delta * (value - this.mean);
  }

  get hasStrange(): boolean {
    return this.strange > 0;
  }

  /** Of the population, or of a sample; undefined of too few values. */
  result(isSample: boolean): number | undefined {
    const divisor = this.count - (isSample ? 1 : 0);
    if (this.strange > 0) return this.count + this.strange - (isSample ? 1 : 0) > 0 ? Number.NaN : undefined;
    if (divisor <= 0) return undefined;
    if (this.count === 1 || this.squares <= 0) return 0;
    return Math.sqrt(this.squares / divisor);
  }
}
