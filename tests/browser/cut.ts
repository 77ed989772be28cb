import type { Locator, Page } from "@playwright/test";
import { expect } from "./astrolabe.ts";

/** Cuts the connection over a filled form: it says so, and neither its button nor the enter key sends anything. */
export async function cutOver(page: Page, form: Locator, button: string, field: Locator): Promise<void> {
  const value = await field.inputValue();
  const sent: string[] = [];
  const hear = (request: { method(): string; url(): string }) => {
    if (request.method() !== "GET") sent.push(request.url());
  };
  await page.context().setOffline(true);
  await expect(form.getByText(/^You are offline\./)).toBeVisible();
  await expect(form.getByRole("button", { name: button, exact: true })).toBeDisabled();
  page.on("request", hear);
  await field.press("Enter");
  await expect(field).toHaveValue(value);
  page.off("request", hear);
  expect(sent.filter((url) => url.includes("/api/"))).toEqual([]);
  await reconnect(page);
  await expect(form.getByRole("button", { name: button, exact: true })).toBeEnabled();
  await expect(field).toHaveValue(value);
}

/** Brings the connection back, until something really comes through: the browser says so a moment before. */
export async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false);
  const isThere = () =>
    page.evaluate(() =>
      fetch("/healthz")
        .then(({ ok }) => ok)
        .catch(() => false),
    );
  await expect.poll(isThere).toBe(true);
}

/** Lets the first request there through and loses its answer; answers with the bodies of all. */
export async function loseFirstAnswer(page: Page, path: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route(path, async (route) => {
    bodies.push(route.request().postDataJSON());
    if (bodies.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return bodies;
}
