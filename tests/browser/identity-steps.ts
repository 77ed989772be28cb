import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Call } from "#tests/support/send-passport.ts";
import { type Astrolabe, become, expect, newName } from "./astrolabe.ts";

/** Signs somebody up, who then begins to show who they are; `from` is the rest of the address. */
export async function begin(page: Page, astrolabe: Astrolabe, from = ""): Promise<void> {
  await become(page, astrolabe, newName("ida"));
  await page.goto(`${astrolabe.url}/kyc${from}`);
  await page.getByLabel("I have read this").check();
  await page.getByRole("button", { name: "Agree and begin" }).click();
}

/** Says which document it is. */
export async function typeDocument(page: Page, type = "National identity card"): Promise<void> {
  await page.getByRole("radio", { name: type }).check();
  await page.getByRole("button", { name: /^Country that issued it/ }).click();
  const countries = page.getByRole("dialog", { name: "Country that issued it" });
  await countries.getByLabel("Search countries").fill("austr");
  await countries.getByRole("button", { name: "Austria" }).click();
  await page.getByLabel("Number of the document").fill("L01X00T47");
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Chooses a file where a picture is asked for. */
export async function choose(within: Page | Locator, picture: Buffer): Promise<void> {
  await within
    .getByLabel("Choose a file")
    .setInputFiles({ name: "picture.jpg", mimeType: "image/jpeg", buffer: picture });
}

/** Takes a picture that is asked for under this heading by a file, and goes on. */
export async function takeByFile(page: Page, heading: string, picture: Buffer): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
  await choose(page, picture);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The name of the store that unsent answers lie in (`unsent-store.ts`). */
export const UNSENT = "astrolabe-unsent";

/** How many stores of what is unsent this device has. */
export async function unsentStores(page: Page): Promise<number> {
  return page.evaluate(async (name) => {
    const databases = await indexedDB.databases();
    return databases.filter((database) => database.name === name).length;
  }, UNSENT);
}

/** As the device of whoever is signed in there. */
export function callBy(request: APIRequestContext, url: string): Call {
  return async (method, path, data) => {
    const headers = Buffer.isBuffer(data) ? { "content-type": "application/octet-stream" } : {};
    const answer = await request.fetch(`${url}${path}`, { method, data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
}
