import { io, type Socket } from "socket.io-client";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, ENDPOINTS } from "#schemas/endpoints.ts";
import { isErrorCode } from "#schemas/errors.ts";
import { ErrorAck, PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { exampleOf } from "#server/api-docs/examples-of.ts";
import { ASKED, COMMON_REFUSALS } from "#server/api-docs/socket.ts";
import { ENDPOINT_DOCS } from "#server/api-docs/endpoint-docs.ts";
import { refusalsOf } from "#server/platform/http/openapi-refusals.ts";
import { confirm } from "./attacks/thief.ts";
import { eventually, startTestApp, type TestApp } from "./support/app.ts";
import { aUser, type TestUser } from "./support/builders.ts";
import { aConfirmedAdmin } from "./support/operators.ts";

const EVERY_ENDPOINT = Object.entries(ENDPOINTS) as readonly (readonly [keyof typeof ENDPOINTS, Endpoint])[];
/** What no example may be answered with: it was sent by somebody who may, and is what the schema takes. */
const WRONG = [
  "server-error",
  "not-ready",
  "rate-limited",
  "input-invalid",
  "body-malformed",
  "media-type-unsupported",
  "origin-refused",
  "session-required",
  "session-ended",
  "admin-required",
  "role-required",
  "confirmation-required",
];
let app: TestApp;
let url: string;
let reader: TestUser;
let readingOperator: TestUser;
const answered: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  url = await app.listen();
  reader = await aConfirmedUser();
  readingOperator = await aConfirmedAdmin(app);
}, 120_000);
afterAll(() => app.stop());

async function aConfirmedUser(): Promise<TestUser> {
  const user = await aUser(app);
  await confirm(app, user);
  return user;
}

/** Whoever may call it; one of their own for what changes something, as after leaving nobody may. */
function callerOf({ method, permission }: Endpoint): Promise<TestUser> | TestUser {
  if (method === "GET") return permission === undefined ? reader : readingOperator;
  return permission === undefined ? aConfirmedUser() : aConfirmedAdmin(app);
}

/** Sends an endpoint's example as it stands in the documents. */
async function sendExample(name: string, endpoint: Endpoint) {
  const { params = {}, query = {}, body } = exampleOf(name, endpoint);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, each: string) =>
    encodeURIComponent(String(params[each] ?? "4711")),
  );
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  const { cookie } = await callerOf(endpoint);
  return app.server.inject({
    method: endpoint.method,
    url: search === "" ? path : `${path}?${search}`,
    headers: { cookie, ...(endpoint.bodyMedia && { "content-type": endpoint.bodyMedia }) },
    ...(endpoint.bodyMedia ? { payload: Buffer.from("bytes") } : body !== undefined && { payload: body as object }),
  });
}

describe.each(EVERY_ENDPOINT)("the example of %s, sent,", (name, endpoint) => {
  test("is answered in the form of its schema, or refused as its documentation says", async () => {
    const response = await sendExample(name, endpoint);
    const said = `${name}: ${response.statusCode} ${response.body.slice(0, 300)}`;
    if (response.statusCode < 300) {
      answered.push(name);
      expect(response.statusCode, said).toBe(endpoint.status ?? 200);
      if (endpoint.media === undefined)
        expect(v.safeParse(endpoint.output, response.json()).issues ?? [], said).toEqual([]);
      else expect(response.headers["content-type"], said).toContain(endpoint.media);
      return;
    }
    const { code } = response.json();
    expect(WRONG, said).not.toContain(code);
    expect(isErrorCode(code) && refusalsOf(endpoint, ENDPOINT_DOCS[name].errors).includes(code), said).toBe(true);
  });
});

test("half of the examples and more do what they say", () => {
  expect(answered.length).toBeGreaterThan(EVERY_ENDPOINT.length / 2);
});

describe("the socket", () => {
  const sockets: Socket[] = [];
  afterAll(() => sockets.forEach((socket) => socket.disconnect()));

  async function open({ cookie }: TestUser): Promise<Socket> {
    const auth = { protocol: PROTOCOL_VERSION };
    const socket = io(url, { transports: ["websocket"], forceNew: true, auth, extraHeaders: { cookie } });
    sockets.push(socket);
    await eventually(() => socket.connected);
    return socket;
  }

  test.each(Object.entries(ASKED))("answers the example of %s as its documentation says", async (name, doc) => {
    const socket = await open(doc.access === "admin" ? readingOperator : reader);
    const { own = {} } = doc;
    const response = await app.server.inject("/api/asyncapi.json");
    const { payload } = response.json().components.messages[name].examples[0];
    if (own.message !== undefined) expect(payload).toEqual(own.message);
    const ack: unknown = await socket.timeout(10_000).emitWithAck(name, payload);
    const said = `${name}: ${JSON.stringify(ack).slice(0, 300)}`;
    if (doc.answer) expect(v.safeParse(doc.answer, ack).issues ?? [], said).toEqual([]);
    const refusal = v.safeParse(ErrorAck, ack);
    if (!refusal.success) return;
    const { code } = refusal.output.error;
    expect(WRONG, said).not.toContain(code);
    expect([...doc.errors, ...COMMON_REFUSALS], said).toContain(code);
  });
});
