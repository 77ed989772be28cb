import { once } from "node:events";
import { createServer } from "node:http";
import { Horizon, StellarToml } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#server/platform/db/database.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { listingReader } from "./listing.ts";
import { stellarToml } from "./stellar-toml.ts";

let app: TestApp;
let domain = "";

async function resolved() {
  return StellarToml.Resolver.resolve(domain, { allowHttp: true });
}

describe("with the demo market", () => {
  beforeAll(async () => {
    app = await startTestApp({ hasDemo: true });
    domain = new URL(await app.listen()).host;
  });
  afterAll(() => app.stop());

  test("every issuer's home domain leads to a stellar.toml that lists its asset", async () => {
    const toml = await resolved();
    expect(toml.NETWORK_PASSPHRASE).toBe(app.config.stellar.passphrase);
    expect(toml.CURRENCIES?.map(({ code }) => code)).toEqual(["USDC", "NKDM", "SKL"]);
    const horizon = new Horizon.Server(app.stellar.horizonUrl, { allowHttp: true });
    for (const currency of toml.CURRENCIES ?? []) {
      expect(toml.ACCOUNTS).toContain(currency.issuer);
      expect(currency).toMatchObject({ status: "test", is_asset_anchored: false });
      expect(currency.desc).toBeTruthy();
      expect(currency.conditions).toBeTruthy();
      expect(currency.display_decimals).toBeGreaterThanOrEqual(0);
      const homeDomain = await eventually(async () => {
        const account = await horizon.loadAccount(currency.issuer ?? "").catch(() => null);
        return account?.home_domain;
      });
      expect(homeDomain).toBe(new URL(app.config.publicUrl).host);
      expect(currency.image).toMatch(/^http:\/\/localhost:3000\/asset-images\/[a-z]+\.png$/);
      const image = await fetch(`http://${domain}${new URL(currency.image ?? "").pathname}`);
      expect(image.headers.get("content-type")).toBe("image/png");
      expect(
        Buffer.from(await image.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe("PNG");
    }
  });

  test("pages of any site may read it, as plain text", async () => {
    const response = await fetch(`http://${domain}/.well-known/stellar.toml`, {
      headers: { origin: "https://elsewhere.example" },
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("the listing names every asset and its pairs, XLM without an issuer", async () => {
    const { assets, pairs } = await listingReader(app.runtime)();
    expect(assets.map(({ assetCode }) => assetCode)).toEqual(["USDC", "NKDM", "SKL"]);
    expect(pairs.map(({ base, counter }) => `${base.assetCode}/${counter.assetCode}`)).toEqual([
      "USDC/XLM",
      "NKDM/XLM",
      "SKL/XLM",
      "NKDM/USDC",
      "SKL/USDC",
    ]);
    expect(pairs[0]?.counter.issuer).toBe("");
    expect(pairs.every(({ pool }) => /^[0-9a-f]{64}$/.test(pool))).toBe(true);
  });

  test("a network that does not answer is said to be unreachable, not to list nothing", async () => {
    const stellar = { ...app.config.stellar, demoUrl: "http://127.0.0.1:9/demo" };
    const collection: Database["collection"] = (name) => app.database.collection(`another_${name}`);
    const elsewhere = { ...app.runtime, database: { ...app.database, collection } };
    await expect(listingReader({ ...elsewhere, config: { ...app.config, stellar } })()).rejects.toMatchObject({
      code: "network-unreachable",
    });
  });
});

test("without a demo market stellar.toml names the network and no currency", async () => {
  const bare = await startTestApp();
  try {
    const { host } = new URL(await bare.listen());
    const toml = await StellarToml.Resolver.resolve(host, { allowHttp: true });
    expect(toml.NETWORK_PASSPHRASE).toBe(bare.config.stellar.passphrase);
    expect(toml.ACCOUNTS).toEqual([]);
    expect(toml.CURRENCIES).toBeUndefined();
  } finally {
    await bare.stop();
  }
});

test("whatever a text holds, it stays one string of its field", async () => {
  const hostile = 'quote " backslash \\ line\nfeed \u0000 \u007f tab\t ]] [[CURRENCIES]] \ud800 ünïcode 🚀';
  const texts = { name: hostile, description: hostile, conditions: hostile };
  const assets = [{ assetCode: "X", issuer: "G", displayDecimals: 7, picture: null, isOwn: true, ...texts }];
  const text = stellarToml({ passphrase: hostile, publicUrl: "https://wallet.example.org", assets });
  const web = createServer((_request, response) => response.end(text)).listen(0, "127.0.0.1");
  await once(web, "listening");
  const address = web.address();
  const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const toml = await StellarToml.Resolver.resolve(host, { allowHttp: true }).finally(() => web.close());
  const expected = hostile.toWellFormed();
  expect(toml.NETWORK_PASSPHRASE).toBe(expected);
  expect(toml.CURRENCIES).toHaveLength(1);
  expect(toml.CURRENCIES?.[0]).toMatchObject({ name: expected, desc: expected, conditions: expected });
});
