import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { DateTime, isDoc, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse, typeMismatch } from "#server/embedded/mongo/error.ts";
import { fail, isNullish } from "#server/embedded/mongo/expression/expression.ts";
import { readFields } from "#server/embedded/mongo/expression/fields.ts";
import { plainPathValue } from "#server/embedded/mongo/query/path.ts";
import type { SortField } from "#server/embedded/mongo/query/sort-key.ts";
import { isOnStep, parseRange, stepOn } from "./densify-range.ts";
import type { Range } from "./densify-range.ts";
import { parsePath, withField } from "./field-paths.ts";
import { folder, sorted } from "./sort.ts";
import type { StageMaker } from "./stage.ts";

/** As many documents as MongoDB makes up at most for one stage. */
const MOST_MADE = 500_000;

type Densify = { field: string[]; partitions: string[][]; range: Range };

export const densifyStage: StageMaker = (spec, { environment }) => {
  const densify = parseDensify(spec);
  const { field, partitions, range } = densify;
  const sortedBy = range.bounds === "full" ? [field] : [...partitions, field];
  const order = sortedBy.map((parts): SortField => ({ path: parts.join("."), parts, descending: false }));
  const fold = folder(environment);
  return (input) => new Densifier(densify, fold).run(sorted(input, order, environment));
};

function parseDensify(spec: Value): Densify {
  if (!isDoc(spec)) throw failedToParse(`The $densify stage specification must be an object, found ${typeName(spec)}`);
  readFields("$densify", spec, {
    field: { type: "string", isRequired: true },
    partitionByFields: { type: "array" },
    range: { type: "object", isRequired: true },
  });
  const range = parseRange(spec.get("range") ?? null);
  const given = spec.get("partitionByFields");
  const partitions = (Array.isArray(given) ? given : []).map((name, index) => {
    if (typeof name === "string") return parsePath(name);
    throw typeMismatch(
      `BSON field '$densify.partitionByFields.${index}' is the wrong type '${typeName(name)}', expected type 'string'`,
    );
  });
  const field = parsePath(String(spec.get("field")));
  if (range.bounds === "partition" && partitions.length === 0)
    throw fail(
      5733408,
      "One cannot specify the bounds as 'partition' without specifying a non-empty array of partitionByFields. You may have meant to specify 'full' bounds.",
    );
  return { field, partitions, range };
}

/** `last`: the latest value on the steps, seen or made up; `next`: the one to make up next, once that is known. */
type PartitionState = { kept: Doc; last: Value | undefined; next: Value | undefined };

class Densifier {
  private readonly densify: Densify;
  private readonly fold: (value: Value) => Value;
  private readonly states = new Map<string, PartitionState>();
  private made = 0;

  constructor(densify: Densify, fold: (value: Value) => Value) {
    this.densify = densify;
    this.fold = fold;
  }

  *run(documents: readonly Doc[]): Generator<Doc> {
    const { bounds } = this.densify.range;
    let least: Value | undefined;
    let greatest: Value | undefined;
    let latest: PartitionState | undefined;
    for (const document of documents) {
      const value = this.valueOf(document);
      if (value === undefined) {
        yield document;
        continue;
      }
      least ??= value;
      greatest = value;
      latest = this.stateOf(document);
      if (typeof bounds === "object") yield* this.inBounds(document, value, latest, bounds);
      else {
        latest.next ??= bounds === "full" ? least : value;
        yield* this.upTo(document, value, latest);
      }
    }
    if (typeof bounds === "object") yield* this.finishBounds(bounds);
    else if (bounds === "full" && this.densify.partitions.length > 0 && greatest !== undefined)
      yield* this.finishFull(greatest, latest?.last ?? greatest);
  }

  private valueOf(document: Doc): Value | undefined {
    const value = plainPathValue(document, this.densify.field);
    if (isNullish(value)) return undefined;
    if (!isNumber(value) && !(value instanceof DateTime))
      throw fail(5733201, "PlanExecutor error during aggregation: Densify field type must be numeric or a date");
    const { unit } = this.densify.range;
    if (isNumber(value) && unit !== undefined)
      throw fail(6053600, "Encountered numeric densify value in collection when step has a date unit.");
    if (!isNumber(value) && unit === undefined)
      throw fail(6053600, "Encountered date densify value in collection when step does not have a date unit.");
    return value;
  }

  private stateOf(document: Doc): PartitionState {
    let kept: Doc = new Map();
    const key: Value[] = [];
    for (const path of this.densify.partitions) {
      const value = plainPathValue(document, path);
      if (value !== undefined) kept = withField(kept, path, value);
      key.push(this.fold(value ?? null));
    }
    const name = encodeKeyValue(key).toString("latin1");
    let state = this.states.get(name);
    if (state === undefined) {
      state = { kept, last: undefined, next: undefined };
      this.states.set(name, state);
    }
    return state;
  }

  private advance(state: PartitionState, value: Value): void {
    state.last = value;
    state.next = stepOn(value, this.densify.range);
  }

  /** Fills the steps between the last value and this document's, then gives the document. */
  private *upTo(document: Doc, value: Value, state: PartitionState): Generator<Doc> {
    yield* this.fill(state, value);
    if (compareValues(state.next, value) === 0) this.advance(state, value);
    yield document;
  }

  private *fill(state: PartitionState, end: Value): Generator<Doc> {
    for (let { next } = state; next !== undefined && compareValues(next, end) < 0; { next } = state) {
      yield this.make(state.kept, next);
      this.advance(state, next);
    }
  }

  private *inBounds(
    document: Doc,
    value: Value,
    state: PartitionState,
    { low, high }: { low: Value; high: Value },
  ): Generator<Doc> {
    if (compareValues(value, low) < 0) {
      yield document;
      return;
    }
    state.next ??= low;
    if (compareValues(value, high) < 0) {
      yield* this.upTo(document, value, state);
      return;
    }
    yield* this.fill(state, high);
    yield document;
  }

  private *finishBounds({ low, high }: { low: Value; high: Value }): Generator<Doc> {
    if (this.states.size === 0 && this.densify.partitions.length === 0)
      this.states.set("", { kept: new Map(), last: undefined, next: undefined });
    for (const state of this.states.values()) {
      state.next ??= low;
      yield* this.fill(state, high);
    }
  }

  /** Every partition reaches the greatest value of all, which itself is made up only where steps lead to it. */
  private *finishFull(greatest: Value, base: Value): Generator<Doc> {
    const isReached = isOnStep(greatest, base, this.densify.range);
    const end = isReached ? stepOn(greatest, this.densify.range) : greatest;
    for (const state of this.states.values()) yield* this.fill(state, end);
  }

  private make(kept: Doc, value: Value): Doc {
    this.made += 1;
    if (this.made > MOST_MADE)
      throw fail(
        5897900,
        `Generated ${this.made} documents in $densify, which is over the limit of ${MOST_MADE}. Increase the 'internalQueryMaxAllowedDensifyDocs' parameter to allow more generated documents`,
      );
    let holder: Value | undefined = kept;
    for (const [depth, part] of this.densify.field.entries()) {
      if (!(holder instanceof Map)) break;
      holder = holder.get(part);
      if (Array.isArray(holder)) throw fail(5733307, "$densify cannot generate fields nested inside arrays");
      if (holder !== undefined && !(holder instanceof Map) && depth < this.densify.field.length - 1)
        throw fail(5733308, "$densify cannot overwrite non-object values with objects");
    }
    return withField(kept, this.densify.field, value);
  }
}
