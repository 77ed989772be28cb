import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { INTERFACE_DEFAULTS } from "#schemas/interface-defaults.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import { networkOf } from "./routes.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const ask = async () => (await app.server.inject({ url: ENDPOINTS.service.path })).json();

test("a stranger is told that the money of a test network is not real, and of no offer that is not made here", async () => {
  expect(await ask()).toEqual({ network: "test", offers: ["identity"], interface: INTERFACE_DEFAULTS });
});

test.each([
  ["Public Global Stellar Network ; September 2015", "public"],
  ["Test SDF Network ; September 2015", "test"],
  ["public global stellar network ; september 2015", "test"],
])("%s is a %s network", (passphrase, network) => {
  expect(networkOf(passphrase)).toBe(network);
});
