import { Asset, Claimant, Operation } from "@stellar/stellar-sdk";
import { startStellar } from "#tests/support/embedded.ts";
import { anOutsider } from "#tests/support/outsider.ts";
import { expect, fundedAddress, newName, register, startAstrolabe, test as base } from "./astrolabe.ts";
import { inspectAsItIs, inspectBoth } from "./inspect.ts";

/** An Astrolabe on a network that the test has a way into: what strangers do there is no business of its server's. */
const test = base.extend<object, { ledger: Awaited<ReturnType<typeof startStellar>> }>({
  ledger: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const ledger = await startStellar({ closeIntervalMs: 500 });
      await use(ledger);
      await ledger.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  astrolabe: [
    async ({ ledger }, use) => {
      const astrolabe = await startAstrolabe(undefined, {
        STELLAR_RPC_URL: ledger.rpcUrl,
        STELLAR_HORIZON_URL: ledger.horizonUrl,
        STELLAR_FRIENDBOT_URL: ledger.friendbotUrl,
        STELLAR_NETWORK_PASSPHRASE: ledger.passphrase,
      });
      await use(astrolabe);
      await astrolabe.close();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

/** What the ledger takes for a site, and is none: at most 32 letters of ASCII. */
const HOSTILE_DOMAIN = "<b>x</b>@127.0.0.1:80/?a=b#c";

test("what strangers set aside is seen for what it is, claimed, or hidden", async ({
  astrolabe,
  ledger,
  context,
  page,
}) => {
  const [stranger] = await Promise.all([
    anOutsider(ledger),
    register(page, astrolabe, newName("ona")).then(() => fundedAddress(page)),
  ]);
  const claimants = [new Claimant(await fundedAddress(page))];
  await stranger.apply(
    Operation.setOptions({ homeDomain: HOSTILE_DOMAIN }),
    Operation.createClaimableBalance({ asset: Asset.native(), amount: "5", claimants }),
    Operation.createClaimableBalance({ asset: new Asset("FREEMONEY", stranger.address), amount: "1000000", claimants }),
  );

  await page.goto(`${astrolabe.url}/assets`);
  const waiting = page.getByRole("list", { name: "Set aside for you" });
  const money = waiting.getByRole("button", { name: /^XLM/ });
  const bait = waiting.getByRole("button", { name: /^FREEMONEY/ });
  await expect(money).toContainText("From a stranger", { timeout: 60_000 });
  await expect(bait).toContainText("1,000,000");
  await inspectBoth(page, `${astrolabe.url}/assets`);

  await bait.click();
  const baitSheet = page.getByRole("dialog", { name: "Claim 1,000,000 FREEMONEY" });
  await expect(baitSheet).toContainText("You do not know who sent it.");
  await expect(baitSheet).toContainText("FREEMONEY is not listed here.");
  await expect(baitSheet).toContainText("Whether that is true could not be read from there.");
  await expect(baitSheet.locator("b")).toHaveCount(0);
  await expect(baitSheet).toContainText("Kept aside");
  await inspectAsItIs(page, "the sheet of a claim");
  await baitSheet.getByRole("button", { name: "Hide" }).click();
  await expect(baitSheet).toBeHidden();
  await expect(bait).toBeHidden();

  await money.click();
  const sheet = page.getByRole("dialog", { name: "Claim 5 XLM" });
  await sheet.getByRole("button", { name: "Confirm and claim" }).click();
  await expect(sheet.getByText(/^Claimed in ledger/)).toBeVisible({ timeout: 30_000 });
  await sheet.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("link", { name: /XLM.*10,00[45]/ })).toBeVisible();
  await expect(money).toBeHidden();

  await page.reload();
  await page.getByRole("button", { name: "Show 1 hidden" }).click();
  await page
    .getByRole("list", { name: "Hidden" })
    .getByRole("button", { name: /^FREEMONEY/ })
    .click();
  await context.setOffline(true);
  await expect(baitSheet).toContainText("Claiming needs a connection, and so does hiding");
  await expect(baitSheet.getByRole("button", { name: "Show again" })).toBeDisabled();
  await context.setOffline(false);
  await baitSheet.getByRole("button", { name: "Show again" }).click();
  await expect(bait).toBeVisible();
});
