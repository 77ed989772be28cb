import { compileExpression } from "#server/embedded/mongo/expression/compile.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { collationOf, comparatorFor } from "./collation.ts";
import type { Environment } from "./environment.ts";
import { compileJsonSchema } from "./json-schema.ts";

export type EnvironmentFacts = {
  now: Date;
  random: () => number;
  collation?: Value | undefined;
  variables?: ReadonlyMap<string, Value>;
};

export function makeEnvironment(facts: EnvironmentFacts): Environment {
  const collation = collationOf(facts.collation);
  const compare = comparatorFor(collation);
  return withVariables(facts.variables ?? new Map());

  function withVariables(variables: ReadonlyMap<string, Value>): Environment {
    const environment: Environment = {
      now: facts.now,
      random: facts.random,
      collation,
      compare,
      variables,
      withVariables,
      compileExpression: (expression) => compileExpression(expression, environment),
      compileJsonSchema,
    };
    return environment;
  }
}
