import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Environment } from "#server/embedded/mongo/query/environment.ts";

/** An accumulator at work on one group or one window; what came first leaves first. */
export type Running = { add: (source: Doc) => void; dropOldest: () => void; result: () => Value };

/** Asked once at the end, after every document, or after every document and to drop as well. */
export type Use = "group" | "growing" | "sliding";

/** `id` is what an initial value may refer to. */
export type Start = (id: Doc, use: Use) => Running;

/** Makes an accumulator from its operand; throws MongoDB's error for an operand it does not take. */
export type AccumulatorMaker = (operand: Value, environment: Environment, name: string) => Start;

/** The part of an accumulator that does not know where its inputs come from. */
export type State<Input> = {
  take: (input: Input) => void;
  drop: (input: Input) => void;
  result: () => Value;
};

/** Remembers the inputs of a sliding window, so that each is computed once. */
export function running<Input>(read: (source: Doc) => Input, state: State<Input>, use: Use): Running {
  const queue = use === "sliding" ? new Queue<{ input: Input }>() : undefined;
  return {
    add: (source) => {
      const input = read(source);
      queue?.push({ input });
      state.take(input);
    },
    dropOldest: () => {
      const oldest = queue?.shift();
      if (oldest !== undefined) state.drop(oldest.input);
    },
    result: state.result,
  };
}

/** First in, first out, without moving what stays. */
export class Queue<T extends object> {
  private items: T[] = [];
  private start = 0;

  get length(): number {
    return this.items.length - this.start;
  }

  push(item: T): void {
    this.items.push(item);
  }

  pop(): void {
    this.items.pop();
  }

  shift(): T | undefined {
    const first = this.items[this.start];
    if (first === undefined) return undefined;
    this.start += 1;
    if (this.start > 256 && this.start * 2 > this.items.length) {
      this.items = this.items.slice(this.start);
      this.start = 0;
    }
    return first;
  }

  first(): T | undefined {
    return this.items[this.start];
  }

  last(): T | undefined {
    return this.length === 0 ? undefined : this.items.at(-1);
  }

  toArray(): T[] {
    return this.items.slice(this.start);
  }
}
