import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { look } from "#server/market-making/look.ts";
import { pausePool } from "#server/market-making/stop.ts";
import type { MarketSide } from "#server/markets/index.ts";
import { type AssetName, isNative, isSameAsset } from "#server/platform/network/assets.ts";
import { type MarketWorld, startMarketWorld } from "#tests/support/market-world.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let world: MarketWorld;
beforeAll(async () => {
  world = await startMarketWorld();
});
afterAll(() => world.stop());

test("no pool is led by another of the same owner", async () => {
  const { issuer, key, market } = world;
  const first = await world.open({ baseAmount: "100", quoteAmount: "100" });
  const euro = `EUR-${issuer.publicKey()}`;
  const reference = { kind: "pair", base: "XLM", quote: key } as const;
  const second = await world.open({ base: euro, quote: "XLM", baseAmount: "0", quoteAmount: "100", reference });
  await world.start(second);
  const dollar = { assetCode: "USD", issuer: issuer.publicKey() };
  const known = (send: AssetName, receive: AssetName): MarketSide | null => {
    const side = market.sides.known(send, receive);
    const isLed = [send, receive].some(isNative) && [send, receive].some((each) => isSameAsset(each, dollar));
    if (!side || !isLed) return side;
    const [offer] = side.offers();
    if (!offer) return side;
    // The first pool alone is nearer to 1.02 than strangers are to 1.
    const price = isNative(send) ? { n: 100, d: 101 } : { n: 103, d: 100 };
    const own = { ...offer, offerId: "2", seller: first.wallets[0] ?? "", price };
    return { ...side, offers: () => [own, offer] };
  };
  await world.turn();
  await look({ ...market, sides: { ...market.sides, known } }, new Map(), new AbortController().signal);
  expect((await world.read(second.id)).lastPrice).toBe("1");
  await pausePool(world.runtime, second);
});
