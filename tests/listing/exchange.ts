import { Asset, Operation } from "@stellar/stellar-sdk";
import { join } from "node:path";
import * as v from "valibot";
import { buildApp } from "#server/app.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { useSeals, sealsOf } from "#server/platform/seals/row-seals.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { askAs, askTwo } from "#tests/support/operators.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";

/** Two processes of one service on a network that has no demo market, and somebody who issues assets there. */
export interface Exchange {
  readonly app: TestApp;
  /** The other process: the same database and network, and nothing else in common. */
  readonly other: TestApp;
  readonly mint: Outsider;
  readonly maker: Outsider;
  /** Issues an asset and makes a market of it against XLM, at about `price` XLM; answers with its key. */
  issue(code: string, price: number): Promise<string>;
  /** Has the market of an asset pay `price` XLM for some of it, and ask for a little more. */
  raise(key: string, price: number): Promise<void>;
  stop(): Promise<void>;
}

const DEPTH_XLM = 700;
/** An index that is five ledgers behind quotes nothing: they close as on a network that is in no hurry. */
const CLOSE_MS = 1000;

export async function openExchange(): Promise<Exchange> {
  const app = await startTestApp({ closeIntervalMs: CLOSE_MS });
  const database = await openDatabase(app.config.mongodbUrl, app.config.databaseName, 10_000);
  useSeals(database, sealsOf(app.database));
  const runtime = { ...app.runtime, database };
  const { server } = await buildApp(runtime, join(app.config.dataDir, "no-pwa"));
  const other: TestApp = { ...app, server, runtime, database };
  const [mint, maker] = await Promise.all([anOutsider(app.stellar), anOutsider(app.stellar)]);

  async function raise(key: string, price: number): Promise<void> {
    const [code = "", issuer = ""] = key.split("-");
    const asset = new Asset(code, issuer);
    const answer = await fetch(`${app.stellar.horizonUrl}/accounts/${maker.address}/offers`);
    const { _embedded } = v.parse(OfferPage, await answer.json());
    const asked = _embedded.records.find(({ selling }) => selling.asset_code === code);
    const [selling, buying] = [asset, Asset.native()];
    const higher = { selling, buying, amount: asked?.amount ?? "1", price: (price * 1.02).toFixed(6) };
    const paid = { selling: buying, buying: selling, buyAmount: "5", price: price.toFixed(6) };
    await maker.apply(
      Operation.manageSellOffer({ ...higher, offerId: asked?.id ?? "0" }),
      Operation.manageBuyOffer(paid),
    );
  }

  return {
    app,
    other,
    mint,
    maker,
    issue: (code, price) => issueAsset({ mint, maker }, code, price),
    raise,
    stop: async () => {
      await server.close();
      await database.close();
      await app.stop();
    },
  };
}

/** Issues an asset and makes a market of it against XLM, at about `price` XLM; answers with its key. */
export async function issueAsset(
  { mint, maker }: Pick<Exchange, "mint" | "maker">,
  code: string,
  price: number,
): Promise<string> {
  const asset = new Asset(code, mint.address);
  await maker.apply(Operation.changeTrust({ asset }));
  await mint.apply(Operation.payment({ destination: maker.address, asset, amount: "1000000" }));
  const [selling, buying] = [asset, Asset.native()];
  await maker.apply(
    Operation.manageSellOffer({
      selling,
      buying,
      amount: String(DEPTH_XLM / price),
      price: (price * 1.001).toFixed(6),
    }),
    Operation.manageBuyOffer({
      selling: buying,
      buying: selling,
      buyAmount: String(DEPTH_XLM / price),
      price: (price * 0.999).toFixed(6),
    }),
  );
  // A market in which nobody ever traded sets no price.
  const bought = { selling: buying, buying: selling, buyAmount: "1", price: (price * 1.02).toFixed(6) };
  await mint.apply(Operation.manageBuyOffer(bought));
  // The SDK writes XLM as nobody else may.
  return `${asset.getCode()}-${mint.address}`;
}

const OfferPage = v.object({
  _embedded: v.object({
    records: v.array(
      v.object({ id: v.string(), amount: v.string(), selling: v.object({ asset_code: v.optional(v.string()) }) }),
    ),
  }),
});

/** What is listed, as an operator sees it. */
export async function listingFor(app: TestApp, operator: TestUser) {
  const { status, body } = await askAs(app, operator, "GET", "/api/admin/listing");
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/**
 * Looks at an asset and lists it as it was shown, where a second operator agrees; answers like the last of them. `fields` are those
 * that are said otherwise.
 */
export async function listIt(
  app: TestApp,
  operator: TestUser,
  second: TestUser | null,
  key: string,
  fields: object = {},
) {
  const [assetCode = "", issuer = ""] = key.split("-");
  const query = new URLSearchParams({ code: assetCode, issuer });
  const seen = await askAs(app, operator, "GET", `/api/admin/listing/preview?${query.toString()}`);
  const powers = seen.body.assets?.[0]?.powers ?? NO_POWERS;
  const told = {
    name: `The ${assetCode}`,
    description: "",
    conditions: "",
    website: null,
    picture: { kind: "none" },
    order: 1,
    isFeatured: false,
  };
  const input = {
    assetCode,
    issuer,
    ...told,
    powers,
    version: seen.body.version ?? 0,
    reason: "asked for by many",
    ...fields,
  };
  const url = "/api/admin/listing/assets";
  return second ? askTwo(app, operator, second, ["POST", url, input]) : askAs(app, operator, "POST", url, input);
}

const NO_POWERS = { mustAdmit: false, canFreeze: false, canTakeBack: false, isFinal: false };
