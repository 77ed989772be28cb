import { expect, test } from "vitest";
import { isOwnOrigin, type OriginHeaders } from "./origin.ts";

const PUBLIC_URL = "https://wallet.example.org";

test.each<readonly [OriginHeaders & { readonly host?: string }, boolean]>([
  [{ origin: "https://wallet.example.org", host: "inside:3000" }, true],
  [{ origin: "https://wallet.example.org", "sec-fetch-site": "same-origin" }, true],
  [{ origin: "https://wallet.example.org", "sec-fetch-site": "cross-site" }, false],
  [{ origin: "http://localhost:3000", host: "localhost:3000" }, false],
  [{ origin: "http://wallet.example.org", host: "wallet.example.org" }, false],
  [{ origin: "https://wallet.example.org:8443", host: "wallet.example.org:8443" }, false],
  [{ origin: "https://evil.example", host: "wallet.example.org" }, false],
  [{ origin: "https://wallet.example.org.evil.example", host: "wallet.example.org" }, false],
  [{ origin: "http://localhost:3001", host: "localhost:3000" }, false],
  [{ origin: "null", host: "localhost:3000" }, false],
  [{ origin: "chrome-extension://localhost:3000", host: "localhost:3000" }, false],
  [{ "sec-fetch-site": "cross-site", host: "localhost:3000" }, false],
  [{ "sec-fetch-site": "same-site", host: "localhost:3000" }, false],
  [{ "sec-fetch-site": "same-origin", host: "localhost:3000" }, true],
  [{ "sec-fetch-site": "none", host: "localhost:3000" }, true],
  [{ host: "localhost:3000" }, true],
])("%j comes from our own pages: %s", (headers, expected) => {
  expect(isOwnOrigin(headers, PUBLIC_URL)).toBe(expected);
});

test.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1:3000", true],
  ["http://[::1]:3000", true],
  ["http://127.0.0.1:3001", false],
  ["https://127.0.0.1:3000", false],
  ["http://127.0.0.1.evil.example:3000", false],
])("on one's own machine, %s is our own: %s", (origin, expected) => {
  expect(isOwnOrigin({ origin }, "http://localhost:3000")).toBe(expected);
});
