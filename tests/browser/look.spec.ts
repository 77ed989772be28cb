import { become, fundedAddress, newName, test } from "./astrolabe.ts";
import { inspectBoth } from "./inspect.ts";
import { PAGES } from "./routes.ts";

/** Pages of words, as others that are looked at. */
const ALIKE = [
  "/cms-editor-example",
  "/documentation",
  "/tutorials",
  "/features",
  "/security",
  "/blog",
  "/careers",
  "/contact",
  "/terms",
  "/cookies",
  "/legal",
];

/** One of each kind of text is enough for axe. */
const PUBLIC = PAGES.filter((path) => !ALIKE.includes(path));
/** But those that are looked at where they are used, with something on them. */
const SIGNED_IN = ["/settings", "/send", "/receive", "/assets", "/trade", "/swap", "/staking", "/access-history"];

/** Each of these tests looks at many pages, and axe takes seconds for each. */
const MANY_PAGES_MS = 360_000;

test("public pages are accessible and fit", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  for (const path of PUBLIC) await inspectBoth(page, `${astrolabe.url}${path}`);
});

test("signed-in screens are accessible and fit", async ({ astrolabe, page }) => {
  test.setTimeout(MANY_PAGES_MS);
  await become(page, astrolabe, newName("hal"));
  await fundedAddress(page, astrolabe.url);
  for (const path of SIGNED_IN) await inspectBoth(page, `${astrolabe.url}${path}`);
});
