import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { become, fundedAddress, startAstrolabe, type Astrolabe } from "#tests/browser/astrolabe.ts";
import { hold } from "#tests/browser/demo-market.ts";
import { pay } from "#tests/browser/pay.ts";
import { ensureChromium } from "./chromium.ts";

/** Takes the pictures of real screens that the start page and the installer show, of the built app over a demo market. */
const FOLDER = join(import.meta.dirname, "../../pwa/public/screenshots");
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** The installer shows the dark ones, and takes no WebP everywhere. */
const LEVEL = 9;

async function someone(browser: Browser, astrolabe: Astrolabe, name: string): Promise<{ page: Page; address: string }> {
  const page = await (await browser.newContext({ baseURL: astrolabe.url, reducedMotion: "reduce" })).newPage();
  await become(page, astrolabe, name);
  return { page, address: await fundedAddress(page, astrolabe.url) };
}

/** Somebody with two assets, and payments out and in. */
async function aBusyPerson(browser: Browser, astrolabe: Astrolabe): Promise<Page> {
  const ana = await someone(browser, astrolabe, "ana");
  const joao = await someone(browser, astrolabe, "joao");
  for (const { page } of [ana, joao]) await page.goto("/dashboard");
  await hold(ana.page, "USDC");
  await hold(ana.page, "NKDM");
  await pay(joao.page, ana.address, "340");
  await pay(ana.page, joao.address, "25");
  await pay(ana.page, joao.address, "120.5");
  await joao.page.context().close();
  return ana.page;
}

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.getByText("120.5", { exact: false }).first().waitFor({ timeout: 60_000 });
  await page.locator("[data-sync-state=live]").first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState("networkidle");
  const png = await page.screenshot({ animations: "disabled", caret: "hide" });
  await writeFile(join(FOLDER, `${name}.webp`), await sharp(png).webp({ quality: 78, effort: 6 }).toBuffer());
  if (!name.endsWith("-light"))
    await writeFile(
      join(FOLDER, `${name}.png`),
      await sharp(png).png({ palette: true, compressionLevel: LEVEL }).toBuffer(),
    );
  console.log(name);
}

const executablePath = ensureChromium();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ["--no-sandbox", "--disable-gpu"],
});
const astrolabe = await startAstrolabe(undefined, { DEMO: "1", DEMO_DAYS: "2" });
try {
  const page = await aBusyPerson(browser, astrolabe);
  for (const theme of ["", "-light"]) {
    for (const name of ["desktop", "phone"] as const) {
      await page.setViewportSize(SIZES[name]);
      await page.goto("/dashboard");
      await picture(page, `${name}${theme}`);
    }
    if (theme === "") await page.getByRole("button", { name: "Switch to light mode" }).click();
  }
} finally {
  await browser.close();
  await astrolabe.close();
}
