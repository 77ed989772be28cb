import { expect, test } from "vitest";
import { isOwnName } from "./own-name.ts";

test.each(["localhost", "LocalHost:8000", "127.0.0.1:8000", "[::1]:8000", "127.0.0.1", "ledger.example.org:443"])(
  "%s is ours",
  (host) => expect(isOwnName(host, ["Ledger.example.org"])).toBe(true),
);

test.each([
  "evil.example",
  "evil.example:8000",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "127.0.0.2",
  "[::2]:8000",
  "localhost:8000:1",
  "localhost@evil.example",
  "",
])("%j is somebody else", (host) => expect(isOwnName(host, ["ledger.example.org"])).toBe(false));
