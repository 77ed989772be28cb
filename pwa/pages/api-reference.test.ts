import { expect, test } from "vitest";
import { type Entry, isTriable, referenceOf, searchWords, wordsOf } from "./api-reference.ts";
import { pathWith, sampleOf } from "./api-samples.ts";

const OPEN_API = {
  tags: [
    { name: "Wallet", description: "Money" },
    { name: "Desk", description: "Operators'" },
    { name: "Nothing", description: "None" },
  ],
  "x-tagGroups": [{ tags: ["Wallet", "Nothing"] }, { tags: ["Desk"] }],
  components: { examples: { "limit-exceeded": { summary: "Above your limit of {limit}." } }, schemas: {} },
  paths: {
    "/api/wallet/{id}": {
      get: {
        operationId: "walletOne",
        summary: "One wallet",
        tags: ["Wallet"],
        "x-access": "user",
        security: [{ session: [] }, { apiKey: ["read"] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" }, example: "a/b" },
          { name: "before", in: "query", schema: { type: "string" }, example: "7" },
        ],
        responses: { 200: { content: { "application/json": { schema: { type: "object" }, example: { id: 1 } } } } },
      },
      post: {
        operationId: "walletPay",
        tags: ["Wallet"],
        "x-access": "confirmed",
        security: [{ session: [] }],
        requestBody: { content: { "application/json": { schema: {}, example: { memo: "it's" } } } },
        responses: { 403: { content: { "application/json": { examples: { "limit-exceeded": {} } } } } },
      },
    },
    "/api/admin/people": { get: { operationId: "people", tags: ["Desk"], "x-access": "admin", responses: {} } },
  },
};
const ASYNC_API = {
  components: {
    tags: {
      Rows: { name: "Rows", description: "Rows of a person" },
      Collections: { name: "Collections", description: "All there are" },
    },
    messages: {
      pull: { payload: { type: "object" }, examples: [{ payload: { limit: 1 } }] },
      "pull-answer": { payload: { type: "object" } },
    },
  },
  operations: {
    pull: {
      action: "receive",
      title: "pull",
      tags: [{ $ref: "#/components/tags/Rows" }],
      "x-refusals": ["sync-too-many"],
    },
  },
  "x-collections": { contacts: { schema: { type: "object" }, readers: "owner", writable: ["name"] } },
  "x-refusals": { "sync-too-many": { summary: "Too many." } },
};

const groups = referenceOf(OPEN_API, ASYNC_API);
function entry(id: string): Entry {
  const found = groups.flatMap(({ entries }) => entries).find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

test("what the documents tell stands in its groups, empty ones left out", () => {
  expect(groups.map(({ name, audience, entries }) => [name, audience, entries.length])).toEqual([
    ["Wallet", "people", 2],
    ["Desk", "operators", 1],
    ["Rows", "socket", 1],
    ["Collections", "socket", 1],
  ]);
  expect(entry("walletPay").refusals).toEqual([
    { status: "403", code: "limit-exceeded", sentence: "Above your limit of {limit}." },
  ]);
  expect(entry("socket-pull")).toMatchObject({
    kind: "asked",
    body: { example: { limit: 1 } },
    answer: { media: null },
  });
  expect(entry("row-contacts")).toMatchObject({ kind: "row", access: "user", writable: ["name"] });
});

test("anything else has none", () => {
  expect(referenceOf(undefined, "x")).toEqual([]);
  expect(referenceOf({ paths: "x", tags: 7 }, { operations: [] })).toEqual([]);
});

test("only what changes nothing and asks for nothing may be tried", () => {
  expect(isTriable(entry("walletOne"))).toBe(true);
  expect(isTriable(entry("walletPay"))).toBe(false);
  expect(isTriable(entry("socket-pull"))).toBe(false);
});

test("a call is found by its refusals, too", () => {
  const [wallet] = groups;
  if (wallet === undefined) throw new Error("there is no group");
  expect(wordsOf(wallet, entry("walletPay"))).toContain("limit-exceeded");
  expect(searchWords("  Wallet PAY ")).toEqual(["wallet", "pay"]);
});

test("a path holds what is typed, and nothing of it leads elsewhere", () => {
  expect(pathWith(entry("walletOne"), { id: "../x?y", before: "" })).toBe("/api/wallet/..%2Fx%3Fy");
  expect(pathWith(entry("walletOne"), { id: "1", before: "a&b" })).toBe("/api/wallet/1?before=a%26b");
});

test("a command line shows a key where one may call, and the origin where a session changes something", () => {
  expect(sampleOf(entry("walletOne"), "curl", "https://x.test")).toBe(
    `curl -H "Authorization: Bearer $ASTROLABE_KEY" \\\n  'https://x.test/api/wallet/a%2Fb'`,
  );
  const pay = sampleOf(entry("walletPay"), "curl", "https://x.test");
  expect(pay).toContain("-H 'Origin: https://x.test'");
  expect(pay).toContain(String.raw`it'\''s`);
});

test("fetch and the socket are shown as programs write them", () => {
  expect(sampleOf(entry("walletOne"), "fetch", "https://x.test")).toContain(
    "headers: { Authorization: `Bearer ${key}` }",
  );
  expect(sampleOf(entry("socket-pull"), "socket", "")).toContain('socket.emitWithAck("pull", {\n  "limit": 1\n})');
});
