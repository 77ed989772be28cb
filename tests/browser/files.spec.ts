import { readFile, writeFile } from "node:fs/promises";
import { Keypair } from "@stellar/stellar-sdk";
import type { APIRequestContext, Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import {
  ADMIN,
  type Astrolabe,
  become,
  expect,
  fundedAddress,
  newName,
  offlineReady,
  PASSWORD,
  test,
} from "./astrolabe.ts";
import { confirmProposal } from "./confirm-proposal.ts";
import { inspectAsItIs, inspectBoth, inspectThemes } from "./inspect.ts";
import { textOfPdf } from "./read-pdf.ts";

/** A memo of 28 bytes in three scripts, one of them from right to left. */
const MEMO = "Miete 東京 שלום ü";

/** What a click saves. */
async function saved(
  page: Page,
  button: string | RegExp,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: new Uint8Array(await readFile(await download.path())) };
}

async function sendWithMemo(page: Page, to: string, idempotencyKey: string): Promise<void> {
  const body = { to, assetCode: "XLM", amount: "12.5", memo: MEMO, idempotencyKey, password: PASSWORD };
  const status = await page.evaluate(async (payment) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/api/wallet/send", { method: "POST", headers, body: JSON.stringify(payment) })).status;
  }, body);
  expect(status).toBe(202);
}

/** The operator, confirmed for what they do next. */
async function operate(request: APIRequestContext, { url }: Astrolabe) {
  const call = async (method: "post" | "put", path: string, data: object) => {
    await confirmProposal(request, url, await request[method](`${url}${path}`, { data }));
  };
  await call("post", "/api/login", ADMIN);
  await call("post", "/api/confirm-identity", { password: ADMIN.password });
  return call;
}

test("the history is saved in three kinds offline, and other programs read them", async ({
  astrolabe,
  context,
  page,
}) => {
  await become(page, astrolabe, newName("finn"));
  const to = Keypair.random().publicKey();
  await page.goto(`${astrolabe.url}/contacts`);
  await page.getByRole("button", { name: "Add contact" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add contact" });
  await adding.getByLabel("Name").fill("Łucja Ωmega");
  await adding.getByLabel("Stellar address").fill(to);
  await adding.getByRole("button", { name: "Save contact" }).click();
  const address = await fundedAddress(page);
  await sendWithMemo(page, to, `files-${process.pid}-0123456789`);

  await page.goto(`${astrolabe.url}/transactions`);
  const row = page.getByRole("listitem").filter({ hasText: "Łucja Ωmega" });
  // Until it is settled it stands among what is under way, too.
  await expect(row).toHaveCount(1, { timeout: 30_000 });
  await offlineReady(page);
  await expect(row).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("Search memo and hash").fill("東京");
  await expect(page.getByRole("status").filter({ hasText: "1 found in 2" })).toBeVisible();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await inspectAsItIs(page, "exporting");

  const csv = await saved(page, /^CSV/);
  expect(csv.name).toMatch(/^astrolabe-transactions-.*\.csv$/);
  const [cells, ...others] = parse(Buffer.from(csv.bytes), { columns: true, record_delimiter: "\r\n" });
  expect(others).toEqual([]);
  expect(cells).toMatchObject({
    type: "create_account",
    amount: "12.5000000",
    memo: MEMO,
    to,
    counterparty: "Łucja Ωmega",
  });
  const json = await saved(page, /^JSON/);
  expect(JSON.parse(Buffer.from(json.bytes).toString())).toEqual([
    expect.objectContaining({ memo: MEMO, from: address }),
  ]);

  await page.keyboard.press("Escape");

  // Of the whole history the balance before and after is known.
  await page.getByLabel("Search memo and hash").fill("");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const statement = await textOfPdf((await saved(page, /^PDF/)).bytes);
  for (const text of [address, to, "Łucja Ωmega", "Miete 東京", "שלום", "–12.5 XLM", "page 2 of 2"])
    expect(statement).toContain(text);
  expect(statement).toContain("XLM 0 10,000 12.5 0.00001 9,987.49999");
  await expect(page.getByText(/^Saved as astrolabe-statement-/)).toBeVisible();
  await context.setOffline(false);
  await inspectBoth(page, `${astrolabe.url}/transactions`);
});

test("contacts go out and come back by CSV and vCard, seen before they are kept", async ({ astrolabe, page }, info) => {
  await become(page, astrolabe, newName("vera"));
  await page.goto(`${astrolabe.url}/contacts`);
  const [ana, bob] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  const file = info.outputPath("from-another-wallet.csv");
  await writeFile(
    file,
    `Label,Public Key,Memo\r\n"Ana ""A"", Łódź",${ana},rent\r\nBob,${bob},\r\n=HYPERLINK(1),${bob},\r\nEve,G-NOT-ONE,\r\n`,
  );
  const choose = async (path: string) => {
    await page.getByRole("button", { name: "Import" }).first().click();
    await page.getByLabel("File of contacts").setInputFiles(path);
  };
  await choose(file);
  const importing = page.getByRole("dialog", { name: "Import contacts" });
  await expect(importing.getByRole("region", { name: "New" }).getByRole("listitem")).toHaveCount(2);
  await expect(importing.getByRole("region", { name: "Cannot be taken" })).toContainText("like a formula");
  await expect(importing).toContainText("Row 5: Enter a Stellar address");
  await inspectAsItIs(page, "importing");
  await importing.getByRole("button", { name: "Import 2" }).click();
  const listed = page.getByRole("list", { name: "Contacts" }).getByRole("listitem");
  await expect(listed).toHaveCount(2);

  await page.getByRole("button", { name: "Export" }).click();
  const csv = await saved(page, /^CSV/);
  expect(parse(Buffer.from(csv.bytes), { columns: true, record_delimiter: "\r\n" })).toEqual([
    { name: 'Ana "A", Łódź', stellarAddress: ana, uniqueUserId: "", memo: "rent" },
    { name: "Bob", stellarAddress: bob, uniqueUserId: "", memo: "" },
  ]);
  await page.getByRole("button", { name: "Export" }).click();
  const cards = await saved(page, /^vCard/);
  expect(Buffer.from(cards.bytes).toString()).toMatch(/^BEGIN:VCARD\r\nVERSION:4\.0\r\nFN:/);

  // The cards with one name changed: what is the same is left alone, what differs waits for a word.
  const changed = info.outputPath("changed.vcf");
  await writeFile(changed, Buffer.from(cards.bytes).toString().replace("FN:Bob", "FN:Robert"));
  await choose(changed);
  await expect(importing.getByRole("region", { name: "There already" }).getByRole("listitem")).toHaveCount(1);
  await expect(importing.getByRole("button", { name: "Import 0" })).toBeDisabled();
  await importing.getByRole("switch").click();
  await importing.getByRole("button", { name: "Import 1" }).click();
  await expect(listed.filter({ hasText: "Robert" })).toBeVisible();
  await expect(listed).toHaveCount(2);

  const hostile = info.outputPath("picture.csv");
  await writeFile(hostile, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3));
  await choose(hostile);
  await expect(importing.getByRole("alert")).toHaveText("This is not a CSV or vCard file.");
  await inspectBoth(page, `${astrolabe.url}/contacts`);
});

test("a Cash App payment is declared, followed until it is credited, and read offline", async ({
  astrolabe,
  context,
  page,
  request,
}) => {
  await inspectBoth(page, `${astrolabe.url}/buy-xlm`);
  await expect(page.getByRole("link", { name: "Sign in or open an account" })).toBeVisible();
  const call = await operate(request, astrolabe);
  const settings = { recipient: "$astrolabe", xlmRate: "8.5", secondAbove: null, minAmount: "5", maxAmount: "100" };
  await call("put", "/api/admin/deposit-settings", { settings, reason: "opened" });
  await become(page, astrolabe, newName("cash"));
  await page.goto(`${astrolabe.url}/buy-xlm`);
  await fundedAddress(page);
  await expect(page.getByText("$astrolabe")).toBeVisible();
  await offlineReady(page);
  await page.getByLabel("Amount you paid, in USD").fill("4.99");
  await page.getByLabel("Your cashtag").fill("maria");
  const transactionId = `#${newName("t").toUpperCase()}`;
  await page.getByLabel("Transaction id").fill(transactionId);
  await page.getByRole("button", { name: "I have paid" }).click();
  await expect(page.getByLabel("Amount you paid, in USD")).toBeFocused();
  await expect(page.getByRole("alert")).toHaveText("One deposit is 5 USD or more.");
  await page.getByLabel("Amount you paid, in USD").fill("20.50");
  await expect(page.getByText("About 174.25 XLM.")).toBeVisible();

  // Going offline in the middle of the form loses nothing of it.
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByLabel("Your cashtag")).toHaveValue("maria");
  await expect(page.getByLabel("Amount you paid, in USD")).toHaveValue("20.50");
  await expect(page.getByRole("button", { name: "I have paid" })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "I have paid" })).toBeEnabled();
  await page.getByRole("button", { name: "I have paid" }).dblclick();
  const row = page.getByRole("list", { name: "Your deposits" }).getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Being checked");
  await expect(page.getByLabel("Your cashtag")).toHaveValue("");

  const { deposits } = await (await request.get(`${astrolabe.url}/api/admin/deposits`)).json();
  const mine = deposits.find(
    (deposit: { cashAppTransactionId: string }) => `#${deposit.cashAppTransactionId}` === transactionId,
  );
  await row.getByRole("button").click();
  const sheet = page.getByRole("dialog", { name: `Deposit ${mine.id}` });
  await call("post", `/api/admin/deposits/${mine.id}/approve`, { rate: "current", reason: "seen" });
  await expect(sheet).toContainText("The XLM are in your wallet.", { timeout: 60_000 });
  await expect(sheet).toContainText("174.25");
  await inspectThemes(page, "a deposit");
  await page.keyboard.press("Escape");

  await context.setOffline(true);
  await page.reload();
  await expect(row).toContainText("Credited");
  await expect(page.getByText(/You are offline\. What you see is from/).first()).toBeVisible();
  await context.setOffline(false);
  await inspectBoth(page, `${astrolabe.url}/buy-xlm`);
});
