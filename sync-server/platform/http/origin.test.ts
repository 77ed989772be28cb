import { expect, test } from "vitest";
import { isOwnOrigin } from "./origin.ts";

const PUBLIC_URL = "https://wallet.example.org";

test.each([
  [{ origin: "https://wallet.example.org", host: "inside:3000" }, true],
  [{ origin: "http://localhost:3000", host: "localhost:3000" }, true],
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
