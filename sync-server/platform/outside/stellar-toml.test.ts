import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";
import { OutsideError } from "./read-public.ts";
import { domainNamed, stellarTomlReader } from "./stellar-toml.ts";

const ISSUER = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

function reader(answer: () => string) {
  const asked: string[] = [];
  let nowMs = 0;
  const read = stellarTomlReader({ now: () => new Date(nowMs) }, async (url) => {
    asked.push(url);
    return answer();
  });
  return { read, asked, pass: (ms: number) => (nowMs += ms) };
}

test("a file tells of its network, its maker and its assets, and only of what fits", async () => {
  const { read } = reader(
    () => `NETWORK_PASSPHRASE = "Somewhere"
FEDERATION_SERVER = "https://example.org/federation"
[DOCUMENTATION]
ORG_NAME = "A\\u202Emaker\\u0007\\nof things"
[[CURRENCIES]]
code = "EUR"
issuer = "${ISSUER}"
name = "Euro"
desc = "${"long ".repeat(200)}"
max_number = 99999999999999999999
[[CURRENCIES]]
code = "NOT A CODE"
issuer = "${ISSUER}"
[[CURRENCIES]]
code = "USD"
issuer = "CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA"
[[CURRENCIES]]
toml = "https://example.org/other.toml"
`,
  );
  const toml = await read("Example.ORG");
  expect(toml).toMatchObject({
    passphrase: "Somewhere",
    organisation: "Amaker of things",
    federationServer: "https://example.org/federation",
  });
  expect(toml.assets.map(({ assetCode, name, conditions }) => [assetCode, name, conditions])).toEqual([
    ["EUR", "Euro", null],
  ]);
  expect([...(toml.assets[0]?.description ?? "")]).toHaveLength(400);
});

test("a site is asked once in ten minutes, and once in one where it could not be read", async () => {
  const good = reader(() => "");
  await Promise.all([good.read("example.org"), good.read("EXAMPLE.org")]);
  expect(good.asked).toEqual(["https://example.org/.well-known/stellar.toml"]);
  good.pass(10 * 60_000);
  await good.read("example.org");
  expect(good.asked).toHaveLength(2);

  const bad = reader(() => {
    throw new OutsideError("status", 500);
  });
  for (const pause of [0, 30_000, 30_000]) {
    bad.pass(pause);
    await expect(bad.read("example.org")).rejects.toThrow("example.org answered 500.");
  }
  expect(bad.asked).toHaveLength(2);
});

test.each([
  "= nothing",
  "a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
  "CURRENCIES = 7\nCURRENCIES = 8",
])("a file that is no TOML is told as such: %s", async (text) => {
  await expect(reader(() => text).read("example.org")).rejects.toMatchObject({ code: "domain-unreadable" });
});

test("fields of another kind are as if they were not there", async () => {
  const { read } = reader(() => `CURRENCIES = 7\nDOCUMENTATION = "x"\nNETWORK_PASSPHRASE = []\n__proto__ = 1`);
  expect(await read("example.org")).toEqual({
    passphrase: null,
    organisation: null,
    federationServer: null,
    assets: [],
  });
});

test.each([
  ["example.org", "example.org"],
  [" Example.ORG. ", "example.org"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["аррӏе.com", "xn--80ak6aa92e.com"],
  ["localhost", null],
  ["127.0.0.1", null],
  ["0x7f.0.0.1", null],
  ["example.org:8443", null],
  ["example.org/path", null],
  ["me@example.org", null],
  ["a..b", null],
  ["", null],
])("%s names the domain %s", (text, domain) => expect(domainNamed(text)).toBe(domain));

test("a stranger's text turns nothing around, hides nothing and is cut", () => {
  expect(plainText("USD\u202Egnp\u200B\u0000 \n coin", 20)).toBe("USDgnp coin");
  expect(plainText("\u2066\uFEFF ", 20)).toBe(null);
  expect(plainText("😀".repeat(30), 5)).toBe("😀😀😀😀…");
  expect(plainText(7, 5)).toBe(null);
});
