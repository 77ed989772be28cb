import { Keypair } from "@stellar/stellar-sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmountShort } from "#schemas/values/money.ts";
import { memoProblem } from "#schemas/values/memo.ts";
import { isPayUri, makeCodeUri, makePayLink, makePayUri, readPayUri, uriOfLink, type PayRequest } from "./pay-uri.ts";
import { uriOfQuery } from "#schemas/pay-path.ts";

const destination = Keypair.random().publicKey();
const issuer = Keypair.random().publicKey();
/** Valid but for its checksum: the last character is another one, whatever it was. */
const mistyped = destination.slice(0, -1) + (destination.endsWith("A") ? "B" : "A");
const plain: PayRequest = {
  destination,
  amount: "",
  assetCode: "XLM",
  issuer: "",
  memo: "",
  memoType: "text",
  networkPassphrase: "",
  message: "",
};

test("an address alone makes the shortest request", () => {
  expect(makePayUri(plain)).toBe(`web+stellar:pay?destination=${destination}`);
});

test("what is written is read back", () => {
  const memo = fc
    .string({ unit: "grapheme", maxLength: 28 })
    .filter((text) => memoProblem({ type: "text", text }) === null);
  const amount = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(formatAmountShort);
  fc.assert(
    fc.property(memo, amount, fc.boolean(), (memo, amount, native) => {
      const asset = native ? { assetCode: "XLM", issuer: "" } : { assetCode: "USDC", issuer };
      const request = {
        destination,
        amount,
        memo,
        memoType: "text",
        networkPassphrase: "Some Network ; 2026",
        message: "",
        ...asset,
      } as const;
      expect(readPayUri(makePayUri(request))).toEqual({ ok: true, request });
    }),
  );
});

test("a plus in a memo survives, and spaces are not plusses", () => {
  const reading = readPayUri(makePayUri({ ...plain, memo: "1 + 1" }));
  expect(reading).toEqual({ ok: true, request: { ...plain, memo: "1 + 1" } });
});

test.each([
  ["https://example.org", /not a payment request/],
  ["web+stellar:tx?xdr=AAAA", /made elsewhere/],
  ["web+stellar:pay?amount=5", /no valid Stellar address/],
  [`web+stellar:pay?destination=${mistyped}`, /no valid Stellar address/],
  [`web+stellar:pay?destination=${destination}&amount=-5`, /amount/],
  [`web+stellar:pay?destination=${destination}&amount=0`, /amount/],
  [`web+stellar:pay?destination=${destination}&amount=1.12345678`, /amount/],
  [`web+stellar:pay?destination=${destination}&memo=12&memo_type=MEMO_RETURN`, /kind of memo/],
  [`web+stellar:pay?destination=${destination}&memo=12a&memo_type=MEMO_ID`, /whole number/],
  [`web+stellar:pay?destination=${destination}&memo=rent&memo_type=MEMO_HASH`, /64 characters/],
  [`web+stellar:pay?destination=${destination}&memo=${"a".repeat(29)}`, /28 bytes/],
  [`web+stellar:pay?destination=${destination}&memo=77%E2%80%AE12`, /hidden marks/],
  [`web+stellar:pay?destination=${destination}&memo=77%0012`, /hidden marks/],
  [`web+stellar:pay?destination=${destination}&asset_code=<b>&asset_issuer=${issuer}`, /cannot exist/],
  [`web+stellar:pay?destination=${destination}&asset_code=USDC&asset_issuer=${mistyped}`, /issuer/],
  [`web+stellar:pay?destination=${destination}&destination=${issuer}`, /twice/],
  [`web+stellar:pay?destination=${destination}&amount=1&amount=1000`, /twice/],
  [`web+stellar:pay?destination=${destination}&callback=url%3Ahttps%3A%2F%2Fevil.example`, /another site/],
  [`web+stellar:pay?destination=${destination}&msg=${"x".repeat(5000)}`, /longer/],
  [`web+stellar:pay?destination=${destination}&msg=${"x".repeat(301)}`, /note.*longer than 300/],
  [`web+stellar:pay?destination=${destination}&msg=one&msg=another`, /twice/],
  [`web+stellar:pay?destination=${destination}&network_passphrase=${"x".repeat(201)}`, /network/],
  [`web+stellar:pay?destination=<script>alert(1)</script>`, /no valid Stellar address/],
  [`web+stellar:pay?destination=%E2%80%AE${destination}`, /no valid Stellar address/],
  [`web+stellar:pay?destination=${destination}&asset_code=USDC`, /who issues it/],
])("%s is refused with a sentence", (text, problem) => {
  const reading = readPayUri(text);
  expect(reading.ok).toBe(false);
  if (!reading.ok) expect(reading.problem).toMatch(problem);
});

test("numbers and hashes are memos too", () => {
  const hash = "0f".repeat(32);
  for (const memo of [
    { memo: "18446744073709551615", memoType: "id" },
    { memo: hash, memoType: "hash" },
  ] as const) {
    const uri = makePayUri({ ...plain, ...memo });
    expect(readPayUri(uri)).toEqual({ ok: true, request: { ...plain, ...memo } });
  }
});

test("pay URIs are told from other texts", () => {
  expect(isPayUri(" WEB+STELLAR:pay?destination=x")).toBe(true);
  expect(isPayUri(destination)).toBe(false);
});

test("what whoever asks says is read as one plain line, whatever it is made of", () => {
  const said = (message: string) => {
    const reading = readPayUri(makePayUri({ ...plain, message }));
    return reading.ok ? reading.request.message : reading.problem;
  };
  expect(said("Rent for May & June = 2 months #12")).toBe("Rent for May & June = 2 months #12");
  expect(said("  pay\u202E me\n\n\n\n\u200B at once\u0007 ")).toBe("pay me at once");
  expect(said("\u{1F4B8}".repeat(300))).toBe("\u{1F4B8}".repeat(300));
});

const ORIGIN = "https://wallet.example";

test("a link says what the URI says, every parameter of it, also where the app wrote it whole", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 20 });
  const memo = text.filter((typed) => memoProblem({ type: "text", text: typed }) === null);
  fc.assert(
    fc.property(memo, text, fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }), (memo, message, stroops) => {
      const request = { ...plain, memo, message, amount: formatAmountShort(stroops), assetCode: "1E5", issuer };
      const uri = makePayUri(request);
      const link = makePayLink(ORIGIN, request);
      expect(uriOfLink(link, ORIGIN)).toBe(uri);
      expect(uriOfQuery(new URL(link).search)).toBe(uri);
      expect(uriOfQuery(`?${new URLSearchParams({ uri })}`)).toBe(uri);
    }),
  );
});

test("a code leaves out a note that makes it too dense, and nothing that is paid", () => {
  const request = { ...plain, amount: "1", memo: "東".repeat(9), assetCode: "USDC", issuer, message: "Thanks" };
  expect(makeCodeUri(request)).toBe(makePayUri(request));
  expect(makeCodeUri({ ...request, message: "東".repeat(300) })).toBe(makePayUri({ ...request, message: "" }));
});

test("a link ends where it ends in a chat, too: with nothing that one takes for the sentence around it", () => {
  for (const message of ["Thanks :)", "For May.", "*please*", "~soon~!"]) {
    const link = makePayLink(ORIGIN, { ...plain, message });
    expect(link).toMatch(/^[A-Za-z0-9:/.?=&%_-]+[A-Za-z0-9]$/);
    expect(readPayUri(uriOfLink(link, ORIGIN) ?? "")).toMatchObject({ request: { message } });
  }
});

test.each([
  `https://wallet.example.evil.example/pay?destination=${destination}`,
  `https://evil.example/pay?destination=${destination}`,
  `https://wallet.example/payments?destination=${destination}`,
  "https://wallet.example/pay",
  `web+stellar:pay?destination=${destination}`,
  destination,
])("%s is no link of ours", (text) => {
  expect(uriOfLink(text, ORIGIN)).toBeNull();
});

test("what a link asks for is refused as a URI is, a memo among it that no number holds is kept to its last digit", () => {
  const read = (query: string) => readPayUri(uriOfLink(`${ORIGIN}/pay?${query}#end`, ORIGIN) ?? "");
  expect(read(`destination=${destination}&amount=1&amount=1000`)).toMatchObject({
    problem: expect.stringMatching(/twice/),
  });
  expect(read(`destination=${destination}&callback=url%3Ahttps%3A%2F%2Fevil.example`).ok).toBe(false);
  expect(read("amount=5").ok).toBe(false);
  const memo = "18446744073709551615";
  expect(read(`destination=${destination}&memo=${memo}&memo_type=MEMO_ID`)).toMatchObject({ request: { memo } });
});
