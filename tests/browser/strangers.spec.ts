import { Asset, Claimant, Operation } from "@stellar/stellar-sdk";
import { anOutsider } from "#tests/support/outsider.ts";
import type { ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, PASSWORD } from "./astrolabe.ts";
import { inspectAsItIs, inspectBoth } from "./inspect.ts";
import { test } from "./open-ledger.ts";
import { standInForOutside, type Visit } from "./outside.ts";

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
    become(page, astrolabe, newName("ona")).then(() => page.goto(`${astrolabe.url}/assets`)),
  ]);
  const claimants = [new Claimant(await fundedAddress(page))];
  await stranger.apply(
    Operation.setOptions({ homeDomain: HOSTILE_DOMAIN }),
    Operation.createClaimableBalance({ asset: Asset.native(), amount: "5", claimants }),
    Operation.createClaimableBalance({ asset: new Asset("FREEMONEY", stranger.address), amount: "1000000", claimants }),
  );

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

/** Marks that turn and hide what stands around them, a script, and more than fits anywhere. */
const SCRIPT = `<img src=x onerror="document.title='owned'">`;
const HIDDEN = "\u202E\u2066\u200B\u0007";
const LONG = "worthless ".repeat(3000);

/** A site whose stellar.toml says whatever it likes, and whose names lead wherever they like. */
function hostileSites(passphrase: string, own: string, other: string) {
  const issuers = new Map<string, string>();
  const asked: string[] = [];
  const asset = (issuer: string) => `
[[CURRENCIES]]
code = "GOLD"
issuer = "${issuer}"
name = ${JSON.stringify(`${HIDDEN}${SCRIPT} XLM`)}
desc = ${JSON.stringify(LONG)}
conditions = ${JSON.stringify(`${HIDDEN}${SCRIPT}`)}
image = "javascript:alert(1)"
`;
  const head = `
FEDERATION_SERVER = "https://names.test/ask?q=from-us*names.test"
NETWORK_PASSPHRASE = "${passphrase}"
[DOCUMENTATION]
ORG_NAME = ${JSON.stringify(`${SCRIPT}${HIDDEN}`)}
`;
  const answers: Readonly<Record<string, () => object>> = {
    script: () => ({ account_id: SCRIPT }),
    "memo-number": () => ({ account_id: other, memo_type: "id", memo: SCRIPT }),
    "memo-long": () => ({ account_id: other, memo_type: "text", memo: LONG }),
    "memo-hidden": () => ({ account_id: other, memo_type: "text", memo: `77${HIDDEN}12` }),
    "memo-kind": () => ({ account_id: other, memo_type: "return", memo: "x" }),
    mine: () => ({ account_id: own }),
    bank: () => ({
      account_id: other,
      memo_type: "text",
      memo: "<b>\u05E9\u05DC\u05D5\u05DD</b>",
      stellar_address: SCRIPT,
    }),
    // Looked at, it leads to one; sent to, to another.
    swap: () => ({ account_id: asked.filter((name) => name === "swap").length > 1 ? [...issuers.values()][0] : other }),
  };

  function answer({ host, url }: Visit, response: ServerResponse): void {
    if (host === "loop.test")
      return void response.writeHead(302, { location: `https://loop.test/${url.pathname.length}x` }).end();
    if (host === "inside.test") return void response.writeHead(302, { location: "https://127.0.0.1/" }).end();
    if (host === "silent.test") return;
    if (host === "huge.test") return void response.end("x".repeat(4_000_000));
    if (url.pathname === "/.well-known/stellar.toml")
      return void response.end(head + [...issuers.values()].map(asset).join(""));
    const name = url.searchParams.getAll("q").at(-1)?.split("*")[0] ?? "";
    asked.push(name);
    const said = answers[name];
    if (!said) return void response.writeHead(404).end();
    response.end(JSON.stringify(said()));
  }
  return { answer, issuers };
}

async function reviewTo(page: Page, to: string): Promise<void> {
  await page.getByLabel("To", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Review" }).click();
}

test("names and sites of strangers turn, hide and change nothing, however they answer", async ({
  astrolabe,
  ledger,
  page,
}) => {
  test.setTimeout(300_000);
  const own = await become(page, astrolabe, newName("una"));
  const [issuer, rival] = await Promise.all([
    anOutsider(ledger),
    anOutsider(ledger),
    page.goto(`${astrolabe.url}/send`).then(() => fundedAddress(page)),
  ]);
  const sites = hostileSites(ledger.passphrase, own, rival.address);
  sites.issuers.set("gold", issuer.address);
  const outside = await standInForOutside(astrolabe, sites.answer);
  try {
    await Promise.all([
      issuer.apply(Operation.setOptions({ homeDomain: "names.test" })),
      rival.apply(Operation.setOptions({ homeDomain: "huge.test" })),
      askNames(page, rival.address),
    ]);
    await lookAtSites(page, astrolabe.url, issuer.address, rival.address);
  } finally {
    await outside.close();
  }
  expect(await page.title()).not.toContain("owned");
});

async function askNames(page: Page, address: string): Promise<void> {
  const to = page.getByLabel("To", { exact: true });
  await page.getByLabel("Amount").fill("1");
  for (const [name, sentence] of [
    ["nobody*names.test", "No user or address was found for that recipient."],
    ["script*names.test", "names.test answered with something that is no address."],
    ["memo-number*names.test", "names.test asks for a memo that cannot be sent."],
    ["memo-long*names.test", "names.test asks for a memo that cannot be sent."],
    ["memo-hidden*names.test", "names.test asks for a memo that cannot be sent."],
    ["memo-kind*names.test", "names.test asks for a memo that cannot be sent."],
    ["any*loop.test", "loop.test leads from one place to the next without end."],
    ["any*inside.test", "inside.test leads to an address that is not read from here."],
    ["any*huge.test", "huge.test answered with more than 102400 bytes."],
    ["any*silent.test", "silent.test did not answer in time."],
  ] as const) {
    await reviewTo(page, name);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(to).toHaveValue(name);
  }

  await reviewTo(page, "mine*names.test");
  const refusal = page.getByRole("dialog", { name: "This cannot be sent as it is" });
  await expect(refusal).toContainText("That is your own address. Choose someone else to send to.");
  await refusal.getByRole("button", { name: "Change it" }).click();
  await expect(refusal).toBeHidden();

  // Whatever it calls itself, what is confirmed is the address, with what it asks for apart from all around it.
  await reviewTo(page, "bank*names.test");
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toContainText(address);
  await expect(review).toContainText("You have not sent to this address before");
  await expect(review.locator("bdi").filter({ hasText: "<b>\u05E9\u05DC\u05D5\u05DD</b>" })).toBeVisible();
  await expect(review).toContainText("Asked for by the name you send to");
  await inspectAsItIs(page, "the review of a stranger's name");
  await review.getByRole("button", { name: "Back" }).click();

  await reviewTo(page, "swap*names.test");
  await expect(review).toContainText(address);
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(review).toContainText("This name leads to another address now than the one you looked at.");
  await expect(review).not.toContainText(address);
  const held = await page.evaluate(async () => (await fetch("/api/wallet/submissions")).json());
  expect(held.submissions).toEqual([]);
}

/** What sites say of assets is shown as words, and where they say nothing usable, what the ledger says stands alone. */
async function lookAtSites(page: Page, url: string, issuer: string, rival: string): Promise<void> {
  await page.goto(`${url}/assets`);
  await page.getByRole("button", { name: "Add asset" }).click();
  const finding = page.getByRole("dialog", { name: "Add an asset" });
  await finding.getByRole("tab", { name: "Site" }).click();
  const site = finding.getByLabel("Site of the issuer");
  for (const [domain, sentence] of [
    ["loop.test", "loop.test leads from one place to the next without end."],
    ["huge.test", "huge.test answered with more than 102400 bytes."],
    ["other.test", "other.test names no asset whose issuer on the network names other.test in return."],
  ] as const) {
    await site.fill(domain);
    await finding.getByRole("button", { name: "Look up" }).click();
    await expect(finding.getByRole("alert")).toHaveText(sentence);
  }
  await site.fill("names.test");
  await finding.getByRole("button", { name: "Look up" }).click();
  const gold = finding.getByRole("button", { name: /^GOLD/ });
  await expect(gold).toContainText(SCRIPT);
  await expect(gold).not.toContainText(new RegExp(`[${HIDDEN}]`));
  await expect(gold.locator("img[src=x]")).toHaveCount(0);
  await inspectAsItIs(page, "what a stranger's site says");

  await finding.getByRole("tab", { name: "Code" }).click();
  await finding.getByLabel("Asset code").fill("GOLD");
  await finding.getByLabel("Issuer").fill(rival);
  await finding.getByRole("button", { name: "Look up" }).click();
  await expect(gold).toContainText("The issuer names huge.test. Whether that is true could not be read from there.");

  await page.goto(`${url}/assets/GOLD-${issuer}`);
  await expect(page.getByText("names.test confirms that this asset is its own.")).toBeVisible();
  await expect(page.getByText(/^worthless worthless.*…$/)).toBeVisible();
  await expect(page.getByText(`Made by ${SCRIPT}.`)).toBeVisible();
  await inspectAsItIs(page, "an asset of a hostile site");
}
