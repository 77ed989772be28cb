const CHUNK = 512;

/**
 * Kept in order; equals stay in the order they came, and removing takes the oldest of the equals. In chunks, so that a
 * change moves a few hundred neighbours and not all of them.
 */
export class SortedList<T extends object | number> {
  length = 0;
  private readonly chunks: T[][] = [];
  private readonly compare: (left: T, right: T) => number;

  constructor(compare: (left: T, right: T) => number) {
    this.compare = compare;
  }

  add(item: T): void {
    this.length += 1;
    const which = this.chunkOf(item, 0);
    const chunk = this.chunks[which] ?? this.chunks.at(-1);
    if (chunk === undefined) {
      this.chunks.push([item]);
      return;
    }
    chunk.splice(this.boundary(chunk, item, 0), 0, item);
    if (chunk.length > CHUNK * 2) this.chunks.splice(this.chunks.indexOf(chunk) + 1, 0, chunk.splice(CHUNK));
  }

  /** Of an item that is in it. */
  remove(item: T): void {
    const which = this.chunkOf(item, -1);
    const chunk = this.chunks[which];
    if (chunk === undefined) return;
    this.length -= 1;
    chunk.splice(this.boundary(chunk, item, -1), 1);
    if (chunk.length === 0) this.chunks.splice(which, 1);
  }

  at(index: number): T | undefined {
    let left = index < 0 ? this.length + index : index;
    for (const chunk of this.chunks) {
      if (left < chunk.length) return chunk[left];
      left -= chunk.length;
    }
    return undefined;
  }

  /** The first few, or the last few, in order. */
  few(count: number, fromEnd: boolean): T[] {
    const out: T[] = [];
    for (const chunk of fromEnd ? this.chunks.toReversed() : this.chunks) {
      const wanted = count - out.length;
      if (wanted <= 0) break;
      if (fromEnd) out.unshift(...chunk.slice(-wanted));
      else out.push(...chunk.slice(0, wanted));
    }
    return out;
  }

  /** The first chunk whose last item is not below (-1), or is above (0), the item. */
  private chunkOf(item: T, above: -1 | 0): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.chunks[middle]?.at(-1);
      if (last !== undefined && this.compare(last, item) <= above) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private boundary(chunk: readonly T[], item: T, above: -1 | 0): number {
    let low = 0;
    let high = chunk.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const probe = chunk[middle];
      if (probe !== undefined && this.compare(probe, item) <= above) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
