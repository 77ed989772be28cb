import type { Locator, Page } from "@playwright/test";
import { sendPassport, submitIdentity } from "#tests/support/send-passport.ts";
import { becomeOperator, signInFirst } from "./an-operator.ts";
import { become, expect, newName, PASSWORD, test } from "./astrolabe.ts";
import { callBy } from "./identity-steps.ts";
import { inspectAsItIs, inspectBothAsTheyAre } from "./inspect.ts";

/** Goes there with the tab key alone. */
async function tabTo(page: Page, there: Locator): Promise<void> {
  const isThere = () => there.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 40 && !(await isThere()); steps += 1) await page.keyboard.press("Tab");
  await expect(there).toBeFocused();
}

/** Says why, and that it is meant, by keyboard. */
async function decideByKeys(page: Page, sheet: Locator, button: string): Promise<void> {
  await tabTo(page, sheet.getByLabel(/reason/i));
  await page.keyboard.type("as a reviewer sees it");
  await tabTo(page, sheet.getByRole("button", { name: button, exact: true }));
  await page.keyboard.press("Enter");
}

test("two operators are at one identity: by keys alone one asks again and approves, and the other's stale page decides nothing", async ({
  astrolabe,
  astrolabe: { url },
  browser,
  page: rita,
  request,
}) => {
  const anotherPage = async () => (await browser.newContext({ viewport: rita.viewportSize() })).newPage();
  const [otto, person] = [await anotherPage(), await anotherPage()];
  await signInFirst(request, astrolabe);
  const ritasName = await becomeOperator(rita, request, astrolabe, ["reviewer"]);
  await becomeOperator(otto, request, astrolabe, ["reviewer"]);
  for (const { request: own } of [rita, otto])
    expect((await own.post(`${url}/api/confirm-identity`, { data: { password: PASSWORD } })).ok()).toBe(true);
  const username = newName("pia");
  await become(person, astrolabe, username);
  const ofPia = callBy(person.request, url);
  await sendPassport(ofPia, username);

  // The queue, and into the case, without a mouse.
  const queue = `${url}/admin-kyc?find=${username}`;
  await rita.goto(queue);
  const row = rita.getByRole("row").filter({ hasText: username });
  await expect(row).toContainText("just now");
  await expect(row).toContainText("in 1 day 23 hours");
  await inspectBothAsTheyAre(rita, "the queue of identities");
  await rita.keyboard.press("j");
  await rita.keyboard.press("Enter");
  const front = rita.getByRole("figure").filter({ hasText: "Front" });
  await expect(front.getByRole("img", { name: "Front", exact: true })).toBeVisible();
  await expect(front).toContainText("light reflected");
  await expect(rita.getByRole("complementary", { name: "What is known" })).toContainText(username);
  await inspectBothAsTheyAre(rita, "an identity");

  // Whoever comes second is told.
  await otto.goto(queue);
  await expect(otto.getByRole("row").filter({ hasText: username })).toContainText(`${ritasName} has this open`);
  await otto.goto(rita.url());
  await expect(otto.getByRole("main")).toContainText("They have been looking for less than a minute.");

  // The second picture is chosen, zoomed and turned by keys; the first one stays as it is.
  const selfie = rita.getByRole("figure").filter({ hasText: "Selfie" });
  for (const key of ["2", "+", "]"]) await rita.keyboard.press(key);
  await expect(selfie).toContainText("150%");
  await expect(front).toContainText("100%");
  await rita.keyboard.press("0");
  await expect(selfie).toContainText("100%");

  await rita.keyboard.press("n");
  const asking = rita.getByRole("dialog", { name: `Ask ${username} again` });
  await expect(asking).toBeVisible();
  await tabTo(rita, asking.getByLabel("Country that issued it", { exact: true }));
  await rita.keyboard.type("typed");
  await expect(asking.getByLabel("Country that issued it", { exact: true })).not.toHaveValue("");
  await tabTo(rita, asking.getByLabel("Note to the person about: Country that issued it"));
  // Letters that decide elsewhere are letters here, and no key is heard over a sheet.
  await rita.keyboard.type("a real narrower one");
  await expect(asking.getByLabel("Note to the person about: Country that issued it")).toHaveValue(
    "a real narrower one",
  );
  await expect(rita.getByRole("dialog")).toHaveCount(1);
  await inspectAsItIs(rita, "asking for parts of an identity again");
  await decideByKeys(rita, asking, "Ask again");
  await expect(asking).toBeHidden();
  await expect(rita.getByRole("complementary", { name: "What is known" })).toContainText("More is asked");

  // The other page is of before that.
  await otto.keyboard.press("a");
  const allTheSame = otto.getByRole("dialog", { name: "Decide all the same?" });
  await expect(allTheSame).toBeVisible();
  await otto.keyboard.press("r");
  await expect(otto.getByRole("dialog")).toHaveCount(1);
  await allTheSame.getByRole("button", { name: "Decide it" }).click();
  const approving = otto.getByRole("dialog", { name: `Approve the identity of ${username}?` });
  await approving.getByLabel("Reason").fill("it looked fine");
  await approving.getByRole("button", { name: "Approve" }).click();
  await expect(approving).toContainText("This was changed meanwhile. Please look at it again.");
  await inspectAsItIs(otto, "a decision of a stale page");
  const ofPerson = async () => (await person.request.get(`${url}/api/kyc/status`)).json();
  expect(await ofPerson()).toEqual({ status: "pending", isVerified: false });

  // The person answers what was asked and nothing else, and both look at the same again.
  await submitIdentity(ofPia, { country: "BE" });
  await otto.goto(queue);
  await rita.reload();
  const known = rita.getByRole("complementary", { name: "What is known" });
  await expect(known).toContainText("Belgium");
  await expect(known).toContainText("a real narrower one");
  await otto.goto(rita.url());
  await expect(otto.getByRole("complementary", { name: "What is known" })).toContainText("Belgium");
  await expect(otto.getByRole("main")).toContainText(`${ritasName} has this open`);
  await otto.keyboard.press("r");
  const refusing = otto.getByRole("dialog", { name: `Refuse the identity of ${username} for good?` });
  await allTheSame.getByRole("button", { name: "Decide it" }).click();
  await refusing.getByLabel("What the person reads").selectOption({ index: 1 });
  await refusing.getByLabel("Reason").fill("it looks altered");
  await inspectAsItIs(otto, "refusing an identity");
  await rita.keyboard.press("a");
  const yes = rita.getByRole("dialog", { name: `Approve the identity of ${username}?` });
  await expect(yes).toBeVisible();
  await inspectAsItIs(rita, "approving an identity");
  await decideByKeys(rita, yes, "Approve");
  await expect(known).toContainText("Approved");
  await refusing.getByRole("button", { name: "Refuse for good" }).click();
  await expect(refusing).toContainText(`This was decided already, by ${ritasName}.`);
  expect(await ofPerson()).toEqual({ status: "approved", isVerified: true });

  // Nothing is left to decide, and nobody decides by a key of an old habit.
  await rita.keyboard.press("r");
  await expect(rita.getByRole("dialog")).toHaveCount(0);
  await Promise.all([otto, person].map((each) => each.context().close()));
});
