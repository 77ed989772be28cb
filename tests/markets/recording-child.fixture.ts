import { Follower } from "#server/markets/follower.ts";
import { Recorder } from "#server/markets/recorder.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import { openHorizonMarkets } from "#server/platform/network/horizon-markets.ts";
import { openHorizonSnapshots } from "#server/platform/network/horizon-offers.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";

// A process that records a network's markets until it is killed. Says `recording` once it does.
const [mongoUrl = "", name = "", networkUrl = "", passphrase = "", listed = ""] = process.argv.slice(2);
const assets = listed.split(",").map(assetOfKey);
const stellar = {
  rpcUrls: [`${networkUrl}/rpc`],
  horizonUrls: [networkUrl],
  passphrase,
  friendbotUrl: null,
  demoUrl: null,
};
const database = await openDatabase(mongoUrl, name, 10_000);
const runtime = { database, log: createLog("silent"), clock: { now: () => new Date() } };
const network = openRpcNetwork(stellar);
const snapshots = { ...openHorizonMarkets(stellar, network), ...openHorizonSnapshots(stellar, network) };
const follower = new Follower(runtime);
await follower.start();
const recorder = new Recorder({ network, snapshots, listing: () => Promise.resolve({ assets }), heir: follower });
process.on("disconnect", () => process.exit(0));
process.send?.("recording");
for (;;) {
  const found = await recorder.step(runtime, new AbortController().signal).catch(() => "nothing");
  if (found !== "more") await new Promise((resolve) => setTimeout(resolve, 5));
}
