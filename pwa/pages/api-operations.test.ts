import { expect, test } from "vitest";
import { operationsOf } from "./api-operations.ts";

test("operations are read from an OpenAPI document", () => {
  const [first, second] = operationsOf({
    paths: { "/api/login": { post: { summary: "Signs in", requestBody: {} } }, "/healthz": { get: {} } },
  });
  expect(first).toMatchObject({ method: "POST", path: "/api/login", summary: "Signs in" });
  expect(first?.curl("https://x.test")).toBe(
    "curl -b cookies.txt -c cookies.txt -X POST -H 'Origin: https://x.test' -H 'Content-Type: application/json' -d @body.json 'https://x.test/api/login'",
  );
  expect(second).toMatchObject({ method: "GET", summary: "" });
});

test("what an API key may call is shown with a key", () => {
  const security = [{ session: [] }, { apiKey: ["read"] }, { apiKey: ["pay"] }];
  const [operation] = operationsOf({ paths: { "/api/wallet": { get: { security } } } });
  expect(operation?.scopes).toEqual(["read", "pay"]);
  expect(operation?.curl("https://x.test")).toBe(
    "curl -H \"Authorization: Bearer $ASTROLABE_KEY\" 'https://x.test/api/wallet'",
  );
});

test("anything else has none", () => {
  expect(operationsOf(undefined)).toEqual([]);
  expect(operationsOf({ paths: "x" })).toEqual([]);
});
