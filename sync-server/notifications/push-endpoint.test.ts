import { expect, test } from "vitest";
import { checkEndpoint, lookUpPublic } from "./push-endpoint.ts";

test.each([
  "https://fcm.googleapis.com/fcm/send/abc",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/abc",
])("%s is a push service", (endpoint) => {
  expect(checkEndpoint(endpoint, false).href).toBe(endpoint);
});

test.each([
  "http://push.example.org/x",
  "https://push.example.org:8443/x",
  "https://name:word@push.example.org/x",
  "https://127.0.0.1/x",
  "https://2130706433/x",
  "https://0x7f.1/x",
  "https://[::1]/x",
  "https://localhost/x",
  "https://10.0.0.1/x",
  "ftp://push.example.org/x",
  "data:text/plain,x",
  "no address",
])("%s is refused", (endpoint) => {
  expect(() => checkEndpoint(endpoint, false)).toThrow("push service");
});

test("a name that leads into our own network is not dialled", async () => {
  const problem = await new Promise((resolve) => {
    lookUpPublic("localhost", { all: true }, (error) => resolve(error?.message));
  });
  expect(problem).toBe("localhost is not on the public internet");
});

test("tests may name a push service of their own", () => {
  expect(checkEndpoint("http://127.0.0.1:5000/x", true).port).toBe("5000");
  expect(() => checkEndpoint("file:///x", true)).toThrow("push service");
});
