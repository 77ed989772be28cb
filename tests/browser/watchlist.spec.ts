import { become, expect, newName, offlineReady } from "./astrolabe.ts";
import { test, untilLive } from "./demo-market.ts";

test("a market is followed, and a price of it that was set offline is told once", async ({
  astrolabe,
  context,
  page,
}) => {
  test.setTimeout(240_000);
  await become(page, astrolabe, newName("wata"));
  await untilLive(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Latest activity" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Watchlist" })).toHaveCount(0);
  await page.goto("/watchlist");
  await expect(page.getByText("Nothing is followed yet")).toBeVisible();
  await page.goto("/trade");
  const star = page.getByRole("button", { name: /^\w+ \/ \w+ on your watchlist$/ });
  await star.click({ timeout: 60_000 });
  await expect(star).toHaveAttribute("aria-pressed", "true");
  const [name = ""] = ((await star.getAttribute("aria-label")) ?? "").split(" on your");
  const market = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Set a price alert" }).click();

  const form = page.getByRole("dialog", { name: "New alert" });
  await expect(form.getByLabel("Market")).toContainText(name);
  await offlineReady(page);
  await page.goto(`/watchlist?alert=${market.split("/").slice(2).join("/")}`);
  await form.getByText("At or below").click();
  await form.getByLabel(/^Price of 1/).fill("ten");
  await form.getByRole("button", { name: "Save alert" }).click();
  await expect(form.getByText("Enter a price such as 0.25.")).toBeVisible();
  await form.getByLabel(/^Price of 1/).fill("1000000");
  await expect(form.getByText("The price is there already")).toBeVisible();
  await form.getByRole("switch", { name: "Tell me at once too" }).click();
  await form.getByLabel("Note").fill("Buy a little");
  await context.setOffline(true);
  await form.getByRole("button", { name: "Save alert" }).click();
  const alerts = page.getByRole("list", { name: "Price alerts" });
  await expect(alerts).toContainText("Not looked at by the service yet.");
  await context.setOffline(false);
  await expect(alerts).toContainText(/Last told .+, at [\d.]+\./, { timeout: 60_000 });

  await page
    .getByRole("button", { name: /^Notifications/ })
    .first()
    .click();
  const told = page.getByRole("dialog").getByText("A price you wait for is there");
  await expect(told).toHaveCount(1);
  await expect(page.getByRole("dialog")).toContainText("Buy a little");
  await told.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(market);

  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "Watchlist" });
  await expect(card).toContainText(name);
  await context.setOffline(true);
  await page.reload();
  await expect(card).toContainText(/Prices last seen/, { timeout: 30_000 });
  await expect(card).toContainText(/\d\.\d/);
  await context.setOffline(false);
});
