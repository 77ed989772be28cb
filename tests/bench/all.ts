import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { measureAffiliate } from "./affiliate.ts";
import { measureAppLock } from "./app-lock.ts";
import { measureBackTest } from "./back-test.ts";
import { measureContent } from "./content.ts";
import { measureFirstSync } from "./first-sync.ts";
import { resultOf } from "./figures.ts";
import { measureShortGrowth } from "./growth.ts";
import { measureHousePayments } from "./house-payments.ts";
import { measureIdentity } from "./identity.ts";
import { measureIdentityScreens } from "./identity-screens.ts";
import { measureGap } from "./gap.ts";
import { measureIngestion } from "./ingestion.ts";
import { measureMarketFeed, measureRebuild } from "./market-feed.ts";
import { measureListing } from "./listing.ts";
import { measureLongReads } from "./long-reads.ts";
import { measureInteractions } from "./interactions.ts";
import { measureOfflineReload } from "./offline-reload.ts";
import { measureLighthouse, measurePublicPages } from "./lighthouse.ts";
import { measureMarketDay } from "./market-day.ts";
import { measureMarketLedgers } from "./market-ledgers.ts";
import { measureMarketMaking } from "./market-making.ts";
import { measureMarkets } from "./markets.ts";
import { measureMovingBook } from "./moving-book.ts";
import { measurePasswords } from "./passwords.ts";
import { measurePeople } from "./people.ts";
import { measureReconcile } from "./reconcile.ts";
import { measureOpening } from "./opening.ts";
import { measureOperatorRoom } from "./operator-room.ts";
import { measureQuotes } from "./quotes.ts";
import { measureReadingMarkets } from "./reading-markets.ts";
import { measureRecovery } from "./recovery.ts";
import { busyness, lineOfResult, type Result } from "./results.ts";
import { measureClaims, measureStaking } from "./staking.ts";
import { withSyncDatabase } from "./sync-database.ts";
import { measureLatency } from "./sync-latency.ts";
import { measureMemory } from "./sync-memory.ts";
import { measurePull } from "./sync-pull.ts";
import { measureSurge } from "./surge.ts";
import { measureRouteScripts } from "./route-scripts.ts";
import { measureUserEndpoint } from "./user-endpoint.ts";
import { measureUserSends } from "./user-sends.ts";
import { withApp } from "./with-app.ts";
import { measureSigning } from "./vault-signing.ts";

/** The sockets that the goal speaks of. */
const SOCKETS = 2000;

type Say = (results: readonly Result[]) => void;
type Section = (say: Say, isQuick: boolean, kept: string | undefined) => Promise<void>;

/** What is measured, in this order; with `--only` one of them. With `--kept` a crowd is kept in that folder for the next time. */
const SECTIONS: Readonly<Record<string, Section>> = {
  user: async (say, isQuick) => say(await measureUserEndpoint(isQuick ? 2 : 5)),
  signing: async (say, isQuick) => say(await measureSigning(isQuick ? 2 : 5)),
  passwords: async (say, isQuick) => say(await measurePasswords(isQuick ? 1 : 3)),
  people: async (say, isQuick, kept) =>
    say(await measurePeople({ people: isQuick ? 10_000 : 100_000, kept }, isQuick ? 20 : 60)),
  "long-reads": async (say, isQuick, kept) =>
    say(await measureLongReads({ people: isQuick ? 10_000 : 100_000, kept }, isQuick ? 1 : 3)),
  sync: (say, isQuick) =>
    withSyncDatabase(isQuick ? 20_000 : 100_000, async (mongoUrl) => {
      say(await measurePull(mongoUrl, isQuick ? 3 : 5));
      say(await measureMemory(mongoUrl, SOCKETS));
      say(await measureLatency(mongoUrl, isQuick ? 100 : 300));
    }),
  "first-sync": (say, isQuick) => {
    const documents = isQuick ? 10_000 : 100_000;
    return withSyncDatabase(documents, async (mongoUrl) =>
      say(await measureFirstSync(mongoUrl, documents, isQuick ? 2 : 3)),
    );
  },
  "app-lock": (say, isQuick) => {
    const documents = isQuick ? 10_000 : 100_000;
    return withSyncDatabase(documents, async (mongoUrl) =>
      say(await measureAppLock(mongoUrl, documents, isQuick ? 1 : 3)),
    );
  },
  scripts: async (say) => say(await measureRouteScripts()),
  history: (say, isQuick) =>
    withApp(async ({ server, options, mongoUrl }) => {
      const figures = await measureOfflineReload(chromium, options, server, mongoUrl, isQuick ? 5000 : 100_000);
      say(figures.map(resultOf));
    }),
  "moving-book": (say, isQuick) =>
    withApp(async ({ browser, server }) => say(await measureMovingBook(browser, server, isQuick ? 2 : 5))),
  content: (say, isQuick) => withApp(async (app) => say(await measureContent(app, isQuick))),
  opening: (say, isQuick) =>
    withApp(async ({ browser, server }) => say(await measureOpening(browser, server, isQuick ? 1 : 5))),
  "lighthouse-pages": (say, isQuick) => withApp(async (app) => say(await measurePublicPages(app, isQuick ? 1 : 5))),
  interactions: (say, isQuick) =>
    withApp(async ({ browser, server }) => say(await measureInteractions(browser, server, isQuick ? 1 : 3))),
  lighthouse: (say, isQuick) => withApp(async (app) => say(await measureLighthouse(app, isQuick ? 1 : 5))),
  "market-feed": async (say, isQuick) => {
    say(await measureMarketFeed(isQuick ? 15 : 60));
    say(await (isQuick ? measureRebuild(10_000) : measureRebuild()));
  },
  affiliate: (say, isQuick) =>
    measureAffiliate(isQuick ? { referred: 50_000, payouts: 400 } : { referred: 1_000_000, payouts: 10_000 }, say),
  staking: async (say, isQuick) => {
    say(await measureStaking(isQuick ? 10_000 : 100_000, isQuick ? 1 : 3));
    say(await measureClaims());
  },
  "back-test": async (say, isQuick) => say(measureBackTest(isQuick ? 100_000 : 1_000_000, isQuick ? 1 : 3)),
  "market-making": async (say, isQuick) => {
    say(measureMarketMaking(isQuick ? 20 : 200));
    say(await measureMarketDay(isQuick ? 1 : 24));
    say(await measureMarketLedgers(isQuick ? 20 : 200, isQuick ? 4 : 12));
  },
  gap: async (say, isQuick) => say(await measureGap(isQuick ? 200 : 1000, isQuick ? [10] : [10, 10_000])),
  ingestion: async (say, isQuick) => say(await measureIngestion(isQuick ? 10 : 40, isQuick ? 1 : 2)),
  markets: async (say, isQuick) => {
    say(await measureMarkets(isQuick ? 100 : 1000, isQuick ? 1 : 3));
    say(await measureReadingMarkets(isQuick ? 1 : 5));
  },
  quotes: async (say, isQuick) => say(await measureQuotes(isQuick ? 300 : 1000)),
  listing: async (say, isQuick) => say(await measureListing(isQuick ? 4 : 12)),
  "operator-room": async (say, isQuick) => say(await measureOperatorRoom(isQuick ? 8 : 30, isQuick ? 3 : 5)),
  identity: async (say) => {
    say(await measureIdentity());
    await withApp(async (app) => say(await measureIdentityScreens(app)));
  },
  payments: async (say, isQuick) => {
    say(await measureHousePayments(1, isQuick ? 5 : 15, isQuick ? 1 : 3));
    say(await measureHousePayments(20, isQuick ? 5 : 15, isQuick ? 1 : 3));
    say(await measureUserSends(isQuick ? 20 : 50, isQuick ? 2 : 5, isQuick ? 1 : 3));
  },
  surge: async (say, isQuick) => say(await measureSurge(isQuick ? 1 : 3)),
  reconcile: async (say, isQuick) => say(await measureReconcile(isQuick ? 5000 : 100_000, isQuick ? 1 : 3)),
  // Its own table, at the smallest sizes: `npm run bench:growth` has all of them.
  growth: async () => {
    if (!(await measureShortGrowth())) throw new Error("what is missing is said above");
  },
  recovery: async (say, isQuick) => say(await measureRecovery(isQuick ? 200 : 1000)),
};

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: "boolean", default: false }, only: { type: "string" }, kept: { type: "string" } },
  });
  const names = values.only === undefined ? Object.keys(SECTIONS) : [values.only];
  const from = performance.now();
  console.log(`${values.quick ? "Quick" : "Full"} figures; at the start ${busyness()}`);
  for (const name of names) await measure(name, values.quick, values.kept);
  console.log(`After ${Math.round((performance.now() - from) / 1000)} s, at the end ${busyness()}`);
}

/** One that cannot be measured does not take the others with it, but fails the run. */
async function measure(name: string, isQuick: boolean, kept: string | undefined): Promise<void> {
  const section = SECTIONS[name];
  if (!section) throw new Error(`--only is one of ${Object.keys(SECTIONS).join(", ")}`);
  try {
    await section(
      (results) => {
        for (const result of results) console.log(lineOfResult(result));
      },
      isQuick,
      kept,
    );
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`);
  }
}
