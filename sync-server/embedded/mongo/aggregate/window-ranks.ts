import { encodeKeyValue } from "#server/embedded/mongo/bson/key.ts";
import { doc, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";
import { sortKey } from "#server/embedded/mongo/query/sort-key.ts";
import type { WindowFunctionMaker } from "./window-call.ts";

/** How a rank goes on: `isSame` where the document sorts like the one before. */
type Step = (rank: number, place: number, isSame: boolean) => number;

function ranking(step: Step): WindowFunctionMaker {
  return ({ name, operand, spec, order, environment }) => {
    if (spec.size !== 1) throw fail(5371601, "Rank style window functions take no other arguments");
    if (!isDoc(operand) || operand.size > 0) throw fail(5371603, `${name} must be specified with '{}' as the value`);
    const field = order?.[0];
    if (field === undefined || order?.length !== 1)
      throw fail(5371602, `${name} must be specified with a top level sortBy expression with exactly one element`);
    const fold = (value: Value): Value => environment.collation?.fold(value) ?? value;
    // Compared as the sort compares: a missing value like null, an array by its extreme element.
    const single = [{ ...field, path: "key", parts: ["key"] }];
    return ({ sortValue }) => {
      let rank = 0;
      let before: Buffer | undefined;
      return (current) => {
        const value = sortValue(current) ?? null;
        const key = Array.isArray(value) ? sortKey(doc({ key: value }), single, fold) : encodeKeyValue(fold(value));
        rank = step(rank, current + 1, before?.equals(key) === true);
        before = key;
        return BigInt(rank);
      };
    };
  };
}

export const RANKS: Readonly<Record<string, WindowFunctionMaker>> = {
  $rank: ranking((rank, place, isSame) => (isSame ? rank : place)),
  $denseRank: ranking((rank, _place, isSame) => (isSame ? rank : rank + 1)),
  $documentNumber: ranking((_rank, place) => place),
};
