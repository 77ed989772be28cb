import type { Page } from "@playwright/test";
import { become, expect, fundedAddress, newName, offlineReady, test } from "./astrolabe.ts";

/** What the app hands to the device's share sheet: nothing here has one, so the page gets one that notes it. */
async function withShareSheet(
  page: Page,
): Promise<{ shared(): Promise<string[]>; answer(name: string): Promise<void> }> {
  await page.addInitScript(() => {
    const share = ({ text = "" }: ShareData) => {
      const before = JSON.parse(sessionStorage.getItem("shared") ?? "[]");
      sessionStorage.setItem("shared", JSON.stringify([...before, text]));
      const name = sessionStorage.getItem("share-answer") ?? "";
      return name === "" ? Promise.resolve() : Promise.reject(new DOMException("no", name));
    };
    Object.assign(navigator, { share });
  });
  return {
    shared: () => page.evaluate(() => JSON.parse(sessionStorage.getItem("shared") ?? "[]")),
    answer: (name) => page.evaluate((answer) => sessionStorage.setItem("share-answer", answer), name),
  };
}

test("an address and a request are shared where the device can, and copied where it cannot, offline as well", async ({
  astrolabe,
  context,
  page,
}) => {
  await become(page, astrolabe, newName("rae"));
  await page.goto(`${astrolabe.url}/receive`);
  const address = await fundedAddress(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: astrolabe.url });
  await offlineReady(page);
  await context.setOffline(true);
  await expect(page.getByRole("img", { name: "QR code of your address" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Share", exact: true })).toHaveCount(0);
  const request = page.getByLabel("Amount in XLM (optional)");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy address" }).click();
  expect(await clipboard()).toBe(address);
  await request.fill("12.5");
  await page.getByRole("button", { name: "Copy payment link" }).click();
  const asked = new URL(await clipboard()).searchParams;
  expect([asked.get("destination"), asked.get("amount")]).toEqual([address, "12.5"]);
  // For wallets that open no link of ours.
  await page.getByRole("button", { name: "Copy request for Stellar wallets" }).click();
  expect(await clipboard()).toContain(`web+stellar:pay?destination=${address}&amount=12.5`);

  const sheet = await withShareSheet(page);
  await page.reload();
  const share = page.getByRole("button", { name: "Share", exact: true });
  await share.click();
  const [plain = "", ...others] = await sheet.shared();
  expect(others).toEqual([]);
  expect(plain).toMatch(new RegExp(`^${astrolabe.url}/pay\\?destination=${address}&network_passphrase=[^&]+$`));
  await request.fill("3");
  await page.getByLabel("Memo (optional)").fill("for lunch");
  await share.click();
  await expect.poll(async () => (await sheet.shared()).length).toBe(2);
  const shared = new URL((await sheet.shared())[1] ?? "");
  expect(shared.origin + shared.pathname).toBe(`${astrolabe.url}/pay`);
  expect([shared.searchParams.get("amount"), shared.searchParams.get("memo")]).toEqual(["3", "for lunch"]);

  // To close the sheet is no failure; what fails is said.
  await sheet.answer("AbortError");
  await share.click();
  await expect.poll(async () => (await sheet.shared()).length).toBe(3);
  await expect(page.getByText("This device could not share it")).toHaveCount(0);
  await sheet.answer("NotAllowedError");
  await share.click();
  await expect(page.getByText("This device could not share it", { exact: true })).toBeVisible();
});
