import * as v from "valibot";
import { expect, test } from "vitest";
import type { Endpoint } from "#schemas/endpoints.ts";
import { openApiDocument } from "./openapi.ts";

const STOP: Endpoint = {
  method: "POST",
  path: "/api/things/:id/stop",
  access: "user",
  output: v.strictObject({ isStopped: v.boolean() }),
};

test("an operation has its summary, its parameters and its own refusals beside the common ones", () => {
  const docs = { stop: { summary: "Stops it", errors: ["account-frozen"] } } as const;
  const { paths } = openApiDocument({ stop: STOP }, docs, "https://a.example");
  expect(paths).toMatchObject({
    "/api/things/{id}/stop": {
      post: {
        summary: "Stops it",
        parameters: [{ name: "id", in: "path" }],
        responses: {
          200: { description: "Done" },
          401: { description: expect.stringContaining("session-required") },
          403: { description: expect.stringContaining("account-frozen") },
          429: { description: expect.stringContaining("rate-limited") },
        },
      },
    },
  });
});

test("what nobody documented is no endpoint of the document", () => {
  expect(() => openApiDocument({ stop: STOP }, {}, "https://a.example")).toThrow(
    "The endpoint stop is not documented.",
  );
});
