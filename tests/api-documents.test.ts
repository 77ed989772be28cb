import { brotliDecompressSync } from "node:zlib";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { MESSAGES } from "#schemas/messages.ts";
import { Handshake, SYNC_COLLECTIONS, SYNC_ROWS } from "#schemas/protocol.ts";
import { exampleOf } from "#server/api-docs/examples-of.ts";
import { API_GROUPS } from "#server/api-docs/groups.ts";
import { ASKED, type MessageDoc, TOLD } from "#server/api-docs/socket.ts";
import { startTestApp, type TestApp } from "./support/app.ts";

const EVERY_ENDPOINT: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS);
const EVERY_MESSAGE: readonly (readonly [string, MessageDoc])[] = Object.entries({ ...ASKED, ...TOLD });
/** As the installed service has it: a linter has a rule about addresses that are examples. */
const PUBLIC_URL = "https://wallet.astrolabe.test";
let app: TestApp;
const documents = { "/api/openapi.json": "", "/api/asyncapi.json": "" };
const PATHS = ["/api/openapi.json", "/api/asyncapi.json"] as const;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: PUBLIC_URL });
  for (const path of PATHS) documents[path] = (await app.server.inject(path)).body;
});
afterAll(() => app.stop());

test.each(PATHS)("%s passes the recommended linter without a finding", async (path) => {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: documents[path], absoluteRef: `${PUBLIC_URL}${path}`, config });
  expect(found.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test("the linter finds what is wrong", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const broken = JSON.parse(documents["/api/openapi.json"]);
  broken.paths["/api/login"].post.requestBody.content["application/json"].example.password = 7;
  const found = await lintFromString({ source: JSON.stringify(broken), config });
  expect(found.map(({ ruleId }) => ruleId)).toContain("no-invalid-media-type-examples");
});

test.each(PATHS)("%s leaves packed for whoever unpacks", async (path) => {
  const packed = await app.server.inject({ url: path, headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(documents[path]);
  const plain = await app.server.inject({ url: path, headers: { "accept-encoding": "identity" } });
  expect(plain.headers["content-encoding"]).toBeUndefined();
});

test("every endpoint is in one group", () => {
  const grouped = API_GROUPS.flatMap(({ operations }) => operations);
  expect(grouped.toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
});

describe.each(EVERY_ENDPOINT)("the example of %s", (name, endpoint) => {
  const example = exampleOf(name, endpoint);

  test.each(["params", "query", "body"] as const)("has %s that its schema takes", (part) => {
    const schema = part === "body" ? endpoint.input : endpoint[part];
    if (schema === undefined || (part === "body" && endpoint.bodyMedia !== undefined))
      expect(example[part]).toBeUndefined();
    else expect(v.safeParse(schema, example[part]).issues ?? []).toEqual([]);
  });

  test("has an answer that leaves as it stands", () => {
    if (endpoint.media !== undefined) return;
    const parsed = v.safeParse(endpoint.output, example.answer);
    expect(parsed.issues ?? []).toEqual([]);
    expect(JSON.parse(JSON.stringify(parsed.output))).toEqual(example.answer);
  });
});

describe("the socket's document", () => {
  const readSocket = () => JSON.parse(documents["/api/asyncapi.json"]);
  const exampleIn = (key: string) => readSocket().components.messages[key].examples?.[0].payload;

  test.each(EVERY_MESSAGE)("shows %s as its schemas take it", (name, { message, answer }) => {
    const key = name.replaceAll(/[^\w-]/g, "-");
    if (message) expect(v.safeParse(message, exampleIn(key)).issues ?? []).toEqual([]);
    if (answer) expect(v.safeParse(answer, exampleIn(`${key}-answer`)).issues ?? []).toEqual([]);
  });

  test.each(SYNC_COLLECTIONS)("shows a row of %s", (collection) => {
    const { example } = readSocket()["x-collections"][collection];
    expect(v.safeParse(SYNC_ROWS[collection], example).issues ?? []).toEqual([]);
  });

  test("leaves out no message that crosses the wire", () => {
    const shown = new Set(EVERY_MESSAGE.flatMap(([, { message, answer }]) => [message, answer]));
    const left = Object.entries(MESSAGES).filter(([, schema]) => schema !== Handshake && !shown.has(schema));
    expect(left.map(([name]) => name)).toEqual([]);
    expect(v.is(Handshake, readSocket()["x-handshake"].example)).toBe(true);
  });
});
