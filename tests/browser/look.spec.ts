import { fundedAddress, newName, register, test } from "./astrolabe.ts";
import { inspectBoth } from "./inspect.ts";

const PUBLIC = ["/", "/auth", "/about", "/help", "/stellar", "/faq", "/privacy", "/api", "/admin", "/no-such-page"];
const SIGNED_IN = [
  "/dashboard",
  "/transactions",
  "/contacts",
  "/settings",
  "/send",
  "/receive",
  "/assets",
  "/trade",
  "/swap",
  "/staking",
  "/user-settings",
  "/access-history",
];

/** Each of these tests looks at many pages, and axe takes seconds for each. */
const MANY_PAGES_MS = 360_000;

test("public pages are accessible and fit", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  for (const path of PUBLIC) await inspectBoth(page, `${astrolabe.url}${path}`);
});

test("signed-in screens are accessible and fit", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  await register(page, astrolabe, newName("hal"));
  await fundedAddress(page);
  for (const path of SIGNED_IN) await inspectBoth(page, `${astrolabe.url}${path}`);
});
