import Fastify, { type FastifyInstance } from "fastify";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#schemas/endpoints.ts";
import { registerErrors } from "./errors.ts";
import { route } from "./route.ts";

const SEARCH = {
  method: "GET",
  path: "/search",
  access: "anyone",
  query: v.strictObject({ name: v.pipe(v.string(), v.maxLength(10)) }),
  output: v.strictObject({ name: v.string() }),
} as const satisfies Endpoint;

let app: FastifyInstance;

beforeAll(() => {
  app = Fastify();
  registerErrors(app);
  route(app, SEARCH, ({ query }) => query);
});
afterAll(() => app.close());

test.each(["?name=ana&_t=1769000000000", "?_t=1&_t=2&name=ana", "?name=ana"])(
  "the timestamp that every call carries is no field of any query: %s",
  async (query) => {
    const response = await app.inject({ url: `/search${query}` });
    expect(response.json()).toEqual({ name: "ana" });
  },
);

test.each([
  ["?name=ana&other=1", "Unknown field: other"],
  ["?name[$ne]=1", "Unknown field: name[$ne]"],
  ["?name=a&name=b", "Name has the wrong type or form"],
  ["?__proto__=1&name=ana", "Unknown field: __proto__"],
  ["?_t=1", "Name is required"],
])("every other field must be one that the endpoint knows: %s", async (query, message) => {
  const response = await app.inject({ url: `/search${query}` });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: "input-invalid" });
  expect(response.json().issues.map((issue: { message: string }) => issue.message)).toContain(message);
});
