import { expect, test } from "vitest";
import { codeOf, readReturnedText, signUri } from "./carry.ts";

const outgoing = {
  xdr: "AAAAAgAAAAB+/x9Q==AAAA".replace("==AAAA", "AA=="),
  networkPassphrase: "Test SDF Network ; September 2015",
  key: `G${"A".repeat(55)}`,
};

test("what goes out as a link comes back the same", () => {
  const uri = signUri(outgoing);
  expect(uri).toMatch(/^web\+stellar:tx\?/);
  expect(uri).not.toContain("+/");
  expect(readReturnedText(uri)).toBe(outgoing.xdr);
  const query = new URLSearchParams(uri.slice("web+stellar:tx?".length));
  expect(query.get("network_passphrase")).toBe(outgoing.networkPassphrase);
  expect(query.get("pubkey")).toBe(outgoing.key);
});

test("a bare transaction is read, broken over lines or not", () => {
  expect(readReturnedText(`  ${outgoing.xdr.slice(0, 8)}\r\n${outgoing.xdr.slice(8)}\n`)).toBe(outgoing.xdr);
  expect(readReturnedText(`web+stellar:tx?xdr=${outgoing.xdr}`)).toBe(outgoing.xdr);
});

test.each(["", "hello there", "{}", "web+stellar:pay?destination=GA", "AAA", "web+stellar:tx?callback=x", "AAA=é"])(
  "%j is no transaction",
  (text) => {
    expect(readReturnedText(text)).toBeNull();
  },
);

test("what is too much for one code says so", () => {
  expect(codeOf(outgoing)).toBe(signUri(outgoing));
  expect(codeOf({ ...outgoing, xdr: "A".repeat(1400) })).toBeNull();
});
