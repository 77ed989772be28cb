import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROTOCOL_VERSION } from "#schemas/protocol.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

/** Where people reach it, unlike the address of the machine behind. */
const PUBLIC_URL = "https://wallet.example.org";
let app: TestApp;
let url: string;
let cookie: string;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: PUBLIC_URL });
  ({ cookie } = await aUser(app));
  url = await app.listen();
});
afterAll(() => app.stop());

/** As the browser of a page elsewhere would send it; the Host is whatever name led there. */
const FORGED: readonly Readonly<Record<string, string>>[] = [
  // A name of the thief's that leads to this machine.
  { origin: "http://rebound.evil.example:3000", host: "rebound.evil.example:3000" },
  { origin: "http://wallet.example.org", host: "wallet.example.org" },
  { origin: "https://wallet.example.org:8443", host: "wallet.example.org:8443" },
  { origin: "https://wallet.example.org.evil.example", host: "wallet.example.org" },
  { origin: "https://evil.example/https://wallet.example.org", host: "wallet.example.org" },
  { origin: "https://wallet.example.org@evil.example", host: "wallet.example.org" },
  { origin: "https://sub.wallet.example.org", host: "wallet.example.org" },
  { origin: "null", host: "wallet.example.org" },
  { origin: "", host: "wallet.example.org" },
  { origin: PUBLIC_URL, host: "wallet.example.org", "sec-fetch-site": "cross-site" },
  { host: "wallet.example.org", "sec-fetch-site": "same-site" },
  { host: "wallet.example.org", "sec-fetch-site": "cross-site" },
];

test.each(FORGED)("nothing is changed by a page that sends %j", async (headers) => {
  const response = await app.server.inject({
    method: "POST",
    url: "/api/theme",
    payload: { appearance: "light" },
    headers: { ...headers, cookie },
  });
  expect([response.statusCode, response.json().code]).toEqual([403, "origin-refused"]);
});

test.each(FORGED)("no socket is opened by a page that sends %j", async (extraHeaders) => {
  await expect(knock({ ...extraHeaders, cookie })).resolves.toBe("refused");
});

test.each([{}, { origin: PUBLIC_URL }, { origin: PUBLIC_URL, "sec-fetch-site": "same-origin" }])(
  "our own page, and what is no browser, is let in: %j",
  async (headers) => {
    const response = await app.server.inject({
      method: "POST",
      url: "/api/theme",
      payload: { appearance: "light" },
      headers: { ...headers, cookie },
    });
    expect(response.statusCode, response.body).toBe(200);
    await expect(knock({ ...headers, cookie })).resolves.toBe("open");
  },
);

function knock(extraHeaders: Readonly<Record<string, string>>): Promise<"open" | "refused"> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders,
  });
  return new Promise((resolve) => {
    const end = (answer: "open" | "refused") => () => {
      socket.disconnect();
      resolve(answer);
    };
    socket.once("connect", end("open"));
    socket.once("connect_error", end("refused"));
  });
}
