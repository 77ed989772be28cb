import type * as v from "valibot";
import { type Endpoint, isText } from "#schemas/endpoints/endpoint.ts";
import type { EndpointExample } from "#server/platform/http/openapi-operation.ts";
import { WORDS } from "./example-words.ts";
import { laidOver, makeExample } from "./make-example.ts";
import { OWN_EXAMPLES, type OwnExample } from "./own-examples.ts";

const OWN: Readonly<Record<string, OwnExample>> = OWN_EXAMPLES;

/** An example of each part of an endpoint: made from its schemas, with what {@link OWN_EXAMPLES} says of it. */
export function exampleOf(name: string, { input, params, query, output, bodyMedia, media }: Endpoint): EndpointExample {
  const own = OWN[name] ?? {};
  return {
    ...(input && bodyMedia === undefined && { body: sent("body", input, own.body) }),
    ...(params && { params: asFields(sent("params", params, own.params)) }),
    ...(query && {
      query: asFields(sent("query", query, own.query)),
      fullQuery: asFields(laidOver(makeExample(query, { name: "query", isWhole: true }), own.query)),
    }),
    ...(media === undefined && {
      answer: laidOver(makeExample(output, { name: "answer", isWhole: true }), own.answer),
    }),
    ...(media !== undefined && isText(media) && { answer: own.answer ?? FILES[media] }),
  };
}

/** What the first lines of a file look like. */
const FILES: Readonly<Record<string, string>> = {
  "text/csv": "﻿id,at,amount\r\n4711,2026-03-14T09:26:53.000Z,25.0000000\r\n",
  "application/x-ndjson": '{"number":4711,"at":"2026-03-14T09:26:53.000Z"}\n',
};

/** Facts for a sentence's places. */
export function exampleFacts(places: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    places.map((place) => {
      const fits = (FACTS[place] ?? WORDS[place] ?? []).find(
        (word) => typeof word === "string" || typeof word === "number",
      );
      return [place, typeof fits === "string" || typeof fits === "number" ? fits : "3"];
    }),
  );
}

const DAY = Date.UTC(2026, 2, 21, 9, 26, 53);
/** Where a sentence has something else than a field of that name. */
const FACTS: Readonly<Record<string, readonly (string | number)[]>> = {
  at: [DAY],
  from: [DAY],
  until: [DAY],
  seconds: [30],
  errorId: ["9f86d081884c"],
  most: [10],
};

function sent(name: string, schema: v.GenericSchema, own: unknown): unknown {
  return laidOver(makeExample(schema, { name, isWhole: false }), own);
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
