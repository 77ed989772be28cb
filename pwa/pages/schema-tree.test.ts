import { expect, test } from "vitest";
import { nodesOf, type SchemaNode, typeOf } from "./schema-tree.ts";

const COMPONENTS = {
  Trade: { type: "object", properties: { price: { type: "string", pattern: "^\\d+$" } }, required: ["price"] },
};
const names = (nodes: readonly SchemaNode[]) => nodes.map(({ name, type }) => `${name}: ${type}`);

test("fields are told with their types, behind references and beside null", () => {
  const nodes = nodesOf(
    {
      type: "object",
      required: ["trades"],
      properties: {
        trades: { type: "array", items: { $ref: "#/components/schemas/Trade" } },
        last: { anyOf: [{ $ref: "#/components/schemas/Trade" }, { type: "null" }] },
        side: { enum: ["buy", "sell"] },
      },
    },
    COMPONENTS,
  );
  expect(names(nodes)).toEqual(["trades: array of object", "last: object | null", "side: string"]);
  expect(nodes.map(({ isRequired }) => isRequired)).toEqual([true, false, false]);
  expect(names(nodes[0]?.children() ?? [])).toEqual(["price: string"]);
  expect(nodes[1]?.children()[0]?.bounds).toEqual([String.raw`pattern: ^\d+$`]);
  expect(nodes[2]?.bounds).toEqual(['"buy" "sell"']);
});

test("forms are told apart by what is fixed in them, tuples by their places", () => {
  const form = (kind: string) => ({ type: "object", properties: { kind: { const: kind } } });
  const either = { anyOf: [form("limit"), form("market")] };
  expect(names(nodesOf(either, {}))).toEqual(["kind: limit: object", "kind: market: object"]);
  expect(typeOf({ anyOf: [...either.anyOf, { type: "null" }] }, {})).toBe("object | null");
  expect(names(nodesOf({ prefixItems: [{ type: "integer" }, { type: "string" }] }, {}))).toEqual([
    "[0]: integer",
    "[1]: string",
  ]);
});

test("what has no fields has none", () => {
  expect(nodesOf({ type: "string" }, {})).toEqual([]);
  expect(nodesOf({}, {})).toEqual([]);
});
