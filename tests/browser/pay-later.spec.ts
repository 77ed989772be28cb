import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Keypair } from "@stellar/stellar-sdk";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { become, expect, fundedAddress, newName, offlineReady, PASSWORD, test } from "./astrolabe.ts";

test("a payment put aside offline is sent only after it is looked at and confirmed online", async ({
  astrolabe,
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await become(page, astrolabe, newName("dora"));
  await page.goto(`${astrolabe.url}/send`);
  await fundedAddress(page);
  await expect(page.getByText("can be spent, as of ledger")).toBeVisible();
  await offlineReady(page);

  await context.setOffline(true);
  await page.getByLabel("To", { exact: true }).fill(Keypair.random().publicKey());
  await page.getByLabel("Amount").fill("2.5");
  await page.getByRole("button", { name: "Put aside as a draft" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("");
  await page.reload();
  const drafts = page.getByRole("list", { name: "Payments that are not sent yet" });
  await expect(drafts.getByRole("listitem")).toContainText("Draft, kept until");

  await context.setOffline(false);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  await drafts.getByRole("button", { name: "Take up" }).click();
  await expect(drafts).toHaveCount(0);
  await expect(page.getByLabel("Amount")).toHaveValue("2.5");
  await page.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Check before you send" });
  await expect(review).toContainText("It will be created with this payment");
  expect(sent.filter((path) => path.startsWith("/api/wallet"))).toEqual(["/api/wallet/send/check"]);
  await review.getByLabel("Your password").fill(PASSWORD);
  await review.getByRole("button", { name: "Confirm and send" }).click();
  await expect(page.getByText(/^Confirmed in ledger \d+$/)).toBeVisible();
  await context.close();
});

test("what is asked for stands in a code that another library reads, and that fills in a payment", async ({
  astrolabe,
  page,
}) => {
  await become(page, astrolabe, newName("rita"));
  await page.goto(`${astrolabe.url}/receive`);
  await fundedAddress(page);
  await page.getByLabel("Amount in XLM (optional)").fill("1,5x");
  await expect(page.getByLabel("Amount in XLM (optional)")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Amount in XLM (optional)").fill("12.5");
  await page.getByLabel("Memo (optional)").fill("Miete 東京 שלום");
  const picture = await page.getByRole("img", { name: "QR code of your payment request" }).screenshot();
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  await prepareZXingModule({ overrides: { wasmBinary: (await readFile(file)).buffer }, fireImmediately: true });
  const [read] = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  const asked = new URL(read?.text ?? "").searchParams;
  const address = await fundedAddress(page);
  expect([asked.get("destination"), asked.get("amount"), asked.get("memo")]).toEqual([
    address,
    "12.5",
    "Miete 東京 שלום",
  ]);

  await page.goto(`${astrolabe.url}/send`);
  await page.getByRole("button", { name: "Scan" }).click();
  const scan = page.getByRole("dialog", { name: "Scan a QR code" });
  const code = { name: "code.png", mimeType: "image/png", buffer: picture };
  await scan.locator("input[type=file]").setInputFiles(code);
  await expect(scan).toBeHidden();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue(address);
  await expect(page.getByLabel("Amount")).toHaveValue("12.5");
  await expect(page.getByLabel("Memo (optional)")).toHaveValue("Miete 東京 שלום");
});

test("a hostile payment link fills in nothing, or is refused by name before anything can be confirmed", async ({
  astrolabe,
  page,
}) => {
  await become(page, astrolabe, newName("eli"));
  await fundedAddress(page, astrolabe.url);
  const to = Keypair.random().publicKey();
  const link = (parameters: Record<string, string>) => `web+stellar:pay?${new URLSearchParams(parameters).toString()}`;
  const destination = `<img src=x onerror="document.title='owned'">`;
  await page.goto(`${astrolabe.url}/send?uri=${encodeURIComponent(link({ destination }))}`);
  await expect(page.getByRole("alert").filter({ hasText: "no valid Stellar address" })).toBeVisible();
  const recipient = page.getByLabel("To", { exact: true });
  await expect(recipient).toHaveValue("");
  for (const [parameters, sentence] of [
    [{ destination: to, memo: "77\u202E12" }, "hidden marks"],
    [{ destination: to, memo: "x".repeat(29) }, "28 bytes"],
    [{ destination: to, msg: "x".repeat(5000) }, "longer than one can be"],
    [{ destination: to, callback: "url:https://evil.example" }, "handed to another site"],
  ] as const) {
    await recipient.fill(link(parameters));
    await expect(page.getByRole("alert").filter({ hasText: sentence })).toBeVisible();
    await expect(recipient).toHaveValue("");
  }
  expect(await page.title()).not.toContain("owned");

  await recipient.fill(link({ destination: to, amount: "3", network_passphrase: "Another network" }));
  await expect(page.getByLabel("Amount")).toHaveValue("3");
  await page.getByRole("button", { name: "Review" }).click();
  const refusal = page.getByRole("dialog", { name: "This cannot be sent as it is" });
  await expect(refusal).toContainText("for another network than this one");
  await refusal.getByRole("button", { name: "Change it" }).click();

  const issuer = Keypair.random().publicKey();
  await recipient.fill(link({ destination: to, amount: "3", asset_code: "USDC", asset_issuer: issuer }));
  await expect(page.getByLabel("Asset")).toContainText("not in your account");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("You do not hold USDC from that issuer.")).toBeVisible();
});
