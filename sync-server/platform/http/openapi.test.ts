import * as v from "valibot";
import { expect, test } from "vitest";
import type { Endpoint } from "#schemas/endpoints.ts";
import { type ApiDescription, openApiDocument } from "./openapi.ts";

const STOP: Endpoint = {
  method: "POST",
  path: "/api/things/:id/stop",
  access: "user",
  query: v.strictObject({ why: v.string(), twice: v.optional(v.string()) }),
  output: v.strictObject({ isStopped: v.boolean() }),
};

const DESCRIPTION: ApiDescription = {
  docs: { stop: { summary: "Stops it", errors: ["account-frozen", "limit-exceeded"] } },
  groups: [{ name: "Things", about: "What there is", isOperators: false, operations: ["stop"] }],
  about: "All of it",
  exampleOf: () => ({ params: { id: "7" }, query: { why: "late" }, answer: { isStopped: true } }),
  exampleFacts: (places) => Object.fromEntries(places.map((place) => [place, "9"])),
};

test("an operation has its group, its parameters and its own refusals beside the common ones", async () => {
  const { paths } = await openApiDocument({ stop: STOP }, DESCRIPTION, "https://a.example");
  const refused = (code: string) => ({
    content: { "application/json": { examples: { [code]: { $ref: `#/components/examples/${code}` } } } },
  });
  expect(paths).toMatchObject({
    "/api/things/{id}/stop": {
      post: {
        operationId: "stop",
        summary: "Stops it",
        tags: ["Things"],
        "x-access": "user",
        parameters: [
          { name: "id", in: "path", required: true, example: "7" },
          { name: "why", in: "query", required: true, example: "late" },
          { name: "twice", in: "query" },
        ],
        responses: {
          200: { description: "Done", content: { "application/json": { example: { isStopped: true } } } },
          401: refused("session-required"),
          403: refused("account-frozen"),
          429: refused("rate-limited"),
        },
      },
    },
  });
});

test("a refusal is told with its sentence, and as it is answered", async () => {
  const { components } = await openApiDocument({ stop: STOP }, DESCRIPTION, "https://a.example");
  expect(components).toMatchObject({
    examples: {
      "account-frozen": { summary: expect.stringMatching(/frozen/), value: { code: "account-frozen", facts: {} } },
      "limit-exceeded": { value: { message: expect.stringContaining("9"), facts: { limit: "9" } } },
    },
  });
});

test("what stands in a document again and again is told once", async () => {
  const long = v.strictObject({
    one: v.pipe(v.string(), v.regex(/^[a-z]{1,200}$/)),
    two: v.pipe(v.string(), v.maxLength(9)),
  });
  const each: Endpoint = {
    method: "GET",
    path: "/api/a",
    access: "anyone",
    output: v.strictObject({ entries: v.array(long) }),
  };
  const { paths, components } = await openApiDocument(
    { stop: { ...STOP, output: v.strictObject({ entry: long }) }, each },
    {
      ...DESCRIPTION,
      docs: { ...DESCRIPTION.docs, each: { summary: "Each", errors: [] } },
      groups: [{ name: "Things", about: "", isOperators: false, operations: ["stop", "each"] }],
    },
    "https://a.example",
  );
  expect(components).toMatchObject({ schemas: { Entry: { properties: { two: { maxLength: 9 } } } } });
  expect(JSON.stringify(paths).split("#/components/schemas/Entry").length).toBe(3);
});

test("what nobody documented, or nobody finds, is no endpoint of the document", async () => {
  await expect(openApiDocument({ stop: STOP }, { ...DESCRIPTION, docs: {} }, "https://a.example")).rejects.toThrow(
    "The endpoint stop is not documented.",
  );
  await expect(openApiDocument({ stop: STOP }, { ...DESCRIPTION, groups: [] }, "https://a.example")).rejects.toThrow(
    "The endpoint stop is in no group.",
  );
});
