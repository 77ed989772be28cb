import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Environment } from "./environment.ts";
import { somePathValue } from "./path.ts";

/** Each value at a path once, the elements of an array one by one. */
export class DistinctValues {
  readonly list: Value[] = [];
  private readonly seen = new Set<string>();
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  addFrom(source: Doc, parts: readonly string[]): void {
    somePathValue(source, parts, true, (value, index) => {
      if (value === undefined || (Array.isArray(value) && index === undefined)) return false;
      const folded = this.environment.collation?.fold(value) ?? value;
      const key = encodeKeyValue(folded).toString("latin1");
      if (!this.seen.has(key)) {
        this.seen.add(key);
        this.list.push(value);
      }
      return false;
    });
  }
}
