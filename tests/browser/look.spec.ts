import type { APIRequestContext, Page } from "@playwright/test";
import { becomeOperator, signInFirst } from "./an-operator.ts";
import { type Astrolabe, become, expect, fundedAddress, newName, test } from "./astrolabe.ts";
import { inspectAsItIs, inspectBothAsTheyAre, inspectInLight, type RulesOut } from "./inspect.ts";
import { narrowFaults } from "./narrow-faults.ts";
import { OPERATORS_SCREENS, PAGES, SCREENS } from "./routes.ts";
import { beginWalk } from "./walk.ts";
import { IS_SHORT } from "./windows.ts";

/** Pages that guests see otherwise than people who are signed in. */
const FOR_GUESTS = [...PAGES, "/assets", "/buy-xlm"];
/** Each of these tests looks at every route, in two themes and windows. */
const EVERY_ROUTE_MS = 600_000;

interface Walk {
  readonly language: string;
  /** Which of all the routes are walked. */
  readonly of: (paths: readonly string[]) => readonly string[];
  readonly look: (name: string) => Promise<void>;
}

/** Looks at the routes that there are, as guests, people and operators have them, in a language of this device. */
async function lookAtAll(page: Page, first: APIRequestContext, astrolabe: Astrolabe, { language, of, look }: Walk) {
  test.setTimeout(EVERY_ROUTE_MS);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript((chosen) => localStorage.setItem("astrolabe.language", chosen), language);
  await lookAt(page, astrolabe.url, of(FOR_GUESTS), look);
  await become(page, astrolabe, newName("hal"));
  await fundedAddress(page, astrolabe.url);
  await lookAt(page, astrolabe.url, of(SCREENS), look);
  await page.context().clearCookies();
  // An operator of this test's own: what a device speaks comes to the account that signs in on it.
  await signInFirst(first, astrolabe);
  await becomeOperator(page, first, astrolabe, ["super"]);
  await lookAt(page, astrolabe.url, of(OPERATORS_SCREENS), look);
}

async function lookAt(page: Page, url: string, paths: readonly string[], look: (name: string) => Promise<void>) {
  const walk = await beginWalk(page, url);
  for (const path of paths) {
    await walk(path);
    await look(path);
  }
}

interface Walked {
  readonly name: string;
  readonly language: string;
  readonly tag: string;
  readonly rulesOut?: RulesOut;
}

/** English made longer by two fifths, with accents: where it has room, English has. Each text is made longer by itself, so that no name begins with its label. */
const LONGER: Walked = {
  name: "longer English",
  language: "pseudo",
  tag: "en",
  rulesOut: ["label-content-name-mismatch"],
};
const ARABIC: Walked = { name: "Arabic", language: "ar", tag: "ar" };
const ENGLISH: Walked = { name: "English", language: "en", tag: "en" };

// The longest file of the run: by a worker each.
test.describe.configure({ mode: "parallel" });

const WALKED = IS_SHORT ? [LONGER, ARABIC] : [ENGLISH, ARABIC, LONGER];

for (const [at, { name, language, tag, rulesOut }] of WALKED.entries())
  test(`routes in ${name} are accessible in both themes, and fit a narrow window`, async ({
    astrolabe,
    page,
    request,
  }) => {
    // In the short form each route is seen in one of the languages and one of the themes, by turns.
    const of = (paths: readonly string[]) =>
      IS_SHORT ? paths.filter((_, place) => place % WALKED.length === at) : paths;
    let isLight = at % 2 === 0;
    const look = async (path: string) => {
      isLight = !isLight;
      const inspectOne = isLight ? inspectInLight : inspectAsItIs;
      const inspect = IS_SHORT ? inspectOne : inspectBothAsTheyAre;
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(tag);
      expect.soft(await narrowFaults(page), `${path} in ${name}`).toEqual([]);
      await inspect(page, `${path} in ${name}`, rulesOut);
    };
    await lookAtAll(page, request, astrolabe, { language, of, look });
  });
