import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { compileWithin } from "#server/embedded/mongo/expression/compile.ts";
import { bindings } from "#server/embedded/mongo/expression/variables.ts";
import { showCompact } from "./show-compact.ts";
import type { StageMaker } from "./stage.ts";

const LEVELS: readonly (readonly [string, Value])[] = [
  ["DESCEND", "descend"],
  ["PRUNE", "prune"],
  ["KEEP", "keep"],
];

/** Keeps or drops each level of a document by what the expression says of it. */
export const redactStage: StageMaker = (spec, { environment }) => {
  const scope = environment.withVariables(bindings(environment.variables, LEVELS));
  const evaluate = compileWithin(spec, scope);
  return function* redacted(input) {
    for (const document of input) {
      const kept = redact(document, document);
      if (kept !== undefined) yield kept;
    }
  };

  function redact(root: Doc, level: Doc): Doc | undefined {
    const verdict = evaluate(root, level);
    if (verdict === "keep") return level;
    if (verdict === "prune") return undefined;
    if (verdict !== "descend")
      throw fail(
        17053,
        `$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned ${verdict === undefined ? "MISSING" : showCompact(verdict)}`,
      );
    const out: Doc = new Map();
    for (const [name, inner] of level) {
      const kept = within(root, inner);
      if (kept !== undefined) out.set(name, kept);
    }
    return out;
  }

  function within(root: Doc, value: Value): Value | undefined {
    if (isDoc(value)) return redact(root, value);
    if (!Array.isArray(value)) return value;
    return value.flatMap((item) => {
      const kept = within(root, item);
      return kept === undefined ? [] : [kept];
    });
  }
};
