import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import type { Collation } from "./collation.ts";

export type Evaluate = (source: Doc) => Value | undefined;

/** What filters, updates and expressions of one command share. */
export type Environment = {
  readonly now: Date;
  readonly random: () => number;
  readonly collation: Collation | undefined;
  /** By the command's collation, where it has one. */
  readonly compare: (left: Value | undefined, right: Value | undefined) => number;
  readonly variables: ReadonlyMap<string, Value>;
  /** The same, with these variables in reach instead. */
  readonly withVariables: (variables: ReadonlyMap<string, Value>) => Environment;
  readonly compileExpression: (expression: Value) => Evaluate;
  readonly compileJsonSchema: (schema: Value) => (source: Doc) => boolean;
};
