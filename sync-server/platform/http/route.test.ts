import Fastify, { type FastifyInstance } from "fastify";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#schemas/endpoints.ts";
import { AppError } from "#schemas/errors.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { registerErrors } from "./errors.ts";
import { route } from "./route.ts";

const SEARCH = {
  method: "GET",
  path: "/search",
  access: "anyone",
  query: v.strictObject({ name: v.pipe(v.string(), v.maxLength(10)) }),
  output: v.strictObject({ name: v.string() }),
} as const satisfies Endpoint;

const REFUSED = {
  method: "GET",
  path: "/refused",
  access: "anyone",
  output: v.strictObject({}),
} as const satisfies Endpoint;

let app: FastifyInstance;

beforeAll(() => {
  app = Fastify();
  registerErrors(app);
  route(app, SEARCH, ({ query }) => query);
  route(app, REFUSED, () => {
    throw new AppError("fee-balance-too-low", { fee: "1234.5" });
  });
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

test("a refusal is told in English, by its code and its facts", async () => {
  const response = await app.inject({ url: "/refused" });
  expect(response.json()).toEqual({
    message: "You need 1,234.5 XLM more to pay the network fee.",
    code: "fee-balance-too-low",
    facts: { fee: "1234.5" },
  });
});

test.each(["fr", "ar-EG,en;q=0.5"])("in %s, too, where that is asked for", async (header) => {
  const response = await app.inject({ url: "/refused", headers: { "accept-language": header } });
  const { message, localizedMessage } = response.json();
  expect(message).toBe("You need 1,234.5 XLM more to pay the network fee.");
  const { said } = wordsIn(header === "fr" ? "fr" : "ar");
  expect(localizedMessage).toBe(said(new AppError("fee-balance-too-low", { fee: "1234.5" }).said));
});

test.each(["en", "de", "*", ""])("English alone is told to who asks for %s", async (header) => {
  const response = await app.inject({ url: "/refused", headers: { "accept-language": header } });
  expect(response.json()).not.toHaveProperty("localizedMessage");
});

test("what is wrong with a field is told by code and facts, never by what was sent", async () => {
  const response = await app.inject({
    url: "/search?name=a&name=hunter2hunter2",
    headers: { "accept-language": "es" },
  });
  const { issues, facts, localizedMessage } = response.json();
  expect(issues).toEqual([
    {
      path: "name",
      message: "Name has the wrong type or form",
      code: "field.wrong-form",
      facts: { field: "Name" },
    },
  ]);
  expect(facts).toEqual({});
  expect(localizedMessage).toBe(wordsIn("es").sentence("field.wrong-form", { field: "Name" }));
  expect(response.body).not.toContain("hunter2");
});
