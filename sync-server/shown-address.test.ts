import { expect, test } from "vitest";
import { shownAddress } from "./shown-address.ts";

const listening = { address: "127.0.0.1", family: "IPv4", port: 4321 };

test("what is printed is the address whose pages may change anything", () => {
  const config = { host: "0.0.0.0", port: 3000, publicUrl: "https://wallet.example.org" };
  expect(shownAddress(config, { ...listening, port: 3000 })).toBe("https://wallet.example.org");
});

test("with a port that the system chose it is where the server listens", () => {
  expect(shownAddress({ host: "::1", port: 0, publicUrl: "http://localhost:0" }, listening)).toBe(
    "http://localhost:4321",
  );
  expect(shownAddress({ host: "10.0.0.5", port: 0, publicUrl: "http://localhost:0" }, listening)).toBe(
    "http://10.0.0.5:4321",
  );
});
