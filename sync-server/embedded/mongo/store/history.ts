import type { Collection } from "./collection.ts";

/** A document as it was before the write number `until`; undefined when it was not there. */
type Version = { until: number; raw: Buffer | undefined };

/** What open transactions still see: older versions of the documents that were written since they began. */
export class History {
  private readonly versions = new Map<Collection, Map<number, Version[]>>();
  bytes = 0;
  writes = 0;

  /** Counts one write; `isNeeded` keeps what it replaced. */
  record(collection: Collection, row: number, raw: Buffer | undefined, isNeeded: boolean): void {
    this.writes += 1;
    if (!isNeeded) return;
    let rows = this.versions.get(collection);
    if (rows === undefined) {
      rows = new Map();
      this.versions.set(collection, rows);
    }
    const list = rows.get(row);
    if (list === undefined) rows.set(row, [{ until: this.writes, raw }]);
    else list.push({ until: this.writes, raw });
    this.bytes += (raw?.length ?? 0) + 64;
  }

  /** The version seen at the snapshot; undefined when the document has not changed since. */
  at(collection: Collection, row: number, snapshot: number): Version | undefined {
    const list = this.versions.get(collection)?.get(row);
    return list?.find((version) => version.until > snapshot);
  }

  /** The rows written since the snapshot. */
  rowsSince(collection: Collection, snapshot: number): number[] {
    const rows = this.versions.get(collection);
    if (rows === undefined) return [];
    const out: number[] = [];
    for (const [row, list] of rows) {
      const last = list.at(-1);
      if (last !== undefined && last.until > snapshot) out.push(row);
    }
    return out;
  }

  /** Forgets everything, once no transaction is open. */
  forget(): void {
    this.versions.clear();
    this.bytes = 0;
  }
}
