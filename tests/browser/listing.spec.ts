import type { Browser, Page } from "@playwright/test";
import { AuthClawbackEnabledFlag, AuthRevocableFlag, Keypair, Operation } from "@stellar/stellar-sdk";
import { aPng } from "#server/support/picture.fixture.ts";
import { issueAsset } from "#tests/listing/exchange.ts";
import { settingsOf, startStellar, type TestStellar } from "#tests/support/embedded.ts";
import { anOutsider } from "#tests/support/outsider.ts";
import {
  ADMIN,
  type Astrolabe,
  become,
  expect,
  fundedAddress,
  newName,
  PASSWORD,
  startAstrolabe,
  test as base,
} from "./astrolabe.ts";
import { inspectBoth, inspectThemes } from "./inspect.ts";

/** For what takes a ledger or two. */
const SLOW = { timeout: 60_000 };

interface Abroad {
  readonly stellar: TestStellar;
  /** An asset that somebody issued there, and made a market of: some twenty XLM each. */
  readonly gold: string;
}

/** An Astrolabe on a network of somebody else's, without a demo market: nothing is listed. */
const test = base.extend<object, { abroad: Abroad; astrolabe: Astrolabe }>({
  baseURL: ({ astrolabe }, use) => use(astrolabe.url),
  abroad: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const stellar = await startStellar({ closeIntervalMs: 1000 });
      const [mint, maker] = await Promise.all([anOutsider(stellar), anOutsider(stellar)]);
      await mint.apply(Operation.setOptions({ setFlags: AuthRevocableFlag }));
      await mint.apply(Operation.setOptions({ setFlags: AuthClawbackEnabledFlag }));
      await use({ stellar, gold: await issueAsset({ mint, maker }, "GOLD", 20) });
      await stellar.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  astrolabe: [
    async ({ abroad: { stellar } }, use) => {
      const astrolabe = await startAstrolabe(undefined, {
        DEMO: "0",
        ...settingsOf(stellar),
      });
      await use(astrolabe);
      await astrolabe.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

async function ownContext(browser: Browser, page: Page): Promise<Page> {
  return (await browser.newContext({ viewport: page.viewportSize() })).newPage();
}

/** Answers who is there, with this password. */
async function confirm(page: Page, password: string): Promise<void> {
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password").fill(password);
  await proof.getByRole("button", { name: "Confirm" }).click();
}

/** Somebody whom the first operator makes an editor: listings are theirs, money is not. */
async function anEditor(page: Page, first: Page, astrolabe: Astrolabe): Promise<void> {
  const { url } = astrolabe;
  const username = newName("edith");
  await become(page, astrolabe, username);
  const { id } = await (await page.request.get(`${url}/api/user`)).json();
  expect((await first.request.post(`${url}/api/confirm-identity`, { data: { password: ADMIN.password } })).ok()).toBe(
    true,
  );
  const roles = { roles: ["editor"], reason: "looks after what is listed" };
  const made = await first.request.put(`${url}/api/admin/operators/${id}/roles`, { data: roles });
  expect(made.ok(), await made.text()).toBe(true);
  const data = { username, password: PASSWORD };
  expect((await page.request.post(`${url}/api/admin/login`, { data })).ok()).toBe(true);
}

test("two operators list an asset of another network by the screen, somebody swaps for it, and it is delisted", async ({
  abroad: { gold },
  astrolabe,
  browser,
  page,
}) => {
  const { url } = astrolabe;
  const issuer = gold.slice(5);
  const [operator, editor] = [await ownContext(browser, page), await ownContext(browser, page)];
  expect((await operator.request.post(`${url}/api/login`, { data: ADMIN })).ok()).toBe(true);
  await anEditor(editor, operator, astrolabe);

  // Somebody looks already while nothing is listed.
  await become(page, astrolabe, newName("gustav"));
  await page.goto("/swap");
  await fundedAddress(page);

  await operator.goto(`${url}/admin-panel/approvals`);
  await expect(operator.getByText("Nothing waits for approval")).toBeVisible();
  await operator.keyboard.press("g");
  await operator.keyboard.press("m");
  await operator.waitForURL("**/admin-panel/assets");
  await expect(operator.getByText("Nothing is listed", { exact: true })).toBeVisible();
  await operator.getByRole("button", { name: "List an asset" }).click();
  const listing = operator.getByRole("dialog");
  await listing.getByLabel("Code", { exact: true }).fill("GOLD");
  await listing.getByLabel("Issuer", { exact: true }).fill(Keypair.random().publicKey());
  await listing.getByRole("button", { name: "Look it up" }).click();
  await expect(listing).toContainText("No account with that issuer's address exists on this network.");
  await listing.getByLabel("Issuer", { exact: true }).fill(issuer);
  await listing.getByLabel("Code", { exact: true }).fill("NONE");
  await listing.getByRole("button", { name: "Look it up" }).click();
  await expect(listing).toContainText("This issuer has issued no NONE that anybody holds");
  await expect(listing.getByRole("button", { name: "List it" })).toBeDisabled();
  await listing.getByRole("button", { name: "Look for another one" }).click();
  await listing.getByLabel("Code", { exact: true }).fill("GOLD");
  await listing.getByRole("button", { name: "Look it up" }).click();
  // What its issuer could do is said before anything is.
  await expect(listing).toContainText("The issuer can freeze what people hold");
  await expect(listing).toContainText("The issuer can take back what people hold (clawback).");
  await listing.getByLabel("Name").fill("Gold bars");
  await listing.getByLabel("Picture", { exact: true }).selectOption("file");
  const svg = {
    name: "mark.png",
    mimeType: "image/png",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  };
  await listing.getByLabel("PNG file").setInputFiles(svg);
  await listing.getByLabel("Reason").fill("asked for by many");
  await inspectThemes(operator, "the listing of an asset");
  await listing.getByRole("button", { name: "List it" }).click();
  await expect(listing.getByLabel("PNG file")).toHaveAccessibleDescription(/it is no PNG/);
  await listing.getByLabel("PNG file").setInputFiles({ ...svg, buffer: aPng(60_000, 60_000) });
  await listing.getByRole("button", { name: "List it" }).click();
  await expect(listing.getByLabel("PNG file")).toHaveAccessibleDescription(/picture/i);
  await listing.getByLabel("PNG file").setInputFiles({ ...svg, buffer: aPng(60, 60) });
  await listing.getByRole("button", { name: "List it" }).click();
  await expect(listing).toBeHidden();
  await expect(operator.getByRole("status").filter({ hasText: "GOLD is to be listed." })).toContainText(
    /It waits as proposal \d+/,
  );
  await expect(operator.getByText("Nothing is listed", { exact: true })).toBeVisible();

  await editor.goto(`${url}/admin-panel/approvals`);
  await editor
    .getByRole("link", { name: /^Proposal/ })
    .first()
    .click();
  const proposal = editor.getByRole("complementary", { name: /^Proposal \d+$/ });
  await expect(proposal).toContainText("GOLD is listed as “Gold bars”.");
  await expect(proposal).toContainText("can freeze what they hold and can take it back");
  await expect(proposal.locator('img[src^="/asset-images/"]')).toHaveJSProperty("naturalWidth", 60);
  await proposal.getByRole("button", { name: "Approve" }).click();
  const approving = editor.getByRole("dialog", { name: /^Approve proposal/ });
  await approving.getByLabel("Reason").fill("its issuer is known");
  await inspectThemes(editor, "the approval of a listing");
  await approving.getByRole("button", { name: "Approve" }).click();
  await confirm(editor, PASSWORD);
  await expect(proposal).toContainText("Carried out");

  // On the screen that was open all the while, without a reload.
  await page.getByRole("button", { name: "You receive: choose an asset" }).click();
  const picker = page.getByRole("dialog", { name: "What do you receive?" });
  await picker.getByRole("button", { name: /^GOLD/ }).click();
  await page.getByLabel("You send", { exact: true }).fill("100");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Confirm and swap" }).click();
  const receipt = page.getByRole("dialog", { name: "Your swap" });
  await expect(receipt.getByText(/^You received 4\.9\d* GOLD\.$/)).toBeVisible(SLOW);
  await receipt.getByRole("button", { name: "Done" }).click();

  await inspectBoth(operator, `${url}/admin-panel/assets?show=pairs`);
  await expect(operator.getByRole("row", { name: /GOLD \/ XLM/ })).toContainText("None yet");
  await inspectBoth(operator, `${url}/admin-panel/assets`);
  await page.goto(`/trade/${gold}/XLM`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const unlisted = page.getByRole("status").filter({ hasText: "GOLD is not listed here" });
  await expect(unlisted).toBeHidden();

  await operator.getByRole("link", { name: "GOLD" }).click();
  const open = operator.getByRole("complementary", { name: "GOLD" });
  await open.getByRole("button", { name: "Delist" }).click();
  await listing.getByLabel("Reason").fill("its issuer answers nobody");
  await inspectThemes(operator, "the delisting of an asset");
  await listing.getByRole("button", { name: "Delist it" }).click();
  await expect(open).toContainText("Delisted");
  await expect(open.getByRole("button", { name: "List it again" })).toBeVisible();

  // Nobody buys more of it, and who has it sells it.
  await expect(unlisted).toBeVisible(SLOW);
  const order = page.getByRole("form", { name: "Order" });
  await page.getByText("Market", { exact: true }).click();
  await order.getByLabel("Amount (GOLD)").fill("1");
  await expect(order.getByText(/^GOLD is no longer traded here\./)).toBeVisible();
  await page.getByText("Sell GOLD", { exact: true }).click();
  await order.getByLabel("Amount (GOLD)").fill("1");
  await order.getByRole("button", { name: "Review: sell GOLD" }).click();
  const review = page.getByRole("dialog");
  await review.getByRole("button", { name: "Confirm and sell" }).click();
  await expect(review.getByText(/in ledger \d/)).toBeVisible(SLOW);
});
