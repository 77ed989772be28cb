import { expect, fundedAddress, become, newName, PASSWORD, test } from "./astrolabe.ts";
import { becomeOperator, showWho, signInFirst } from "./an-operator.ts";
import { agree, confirmProposal } from "./confirm-proposal.ts";
import { isArabic, turnToArabic } from "./in-arabic.ts";
import { inspectThemes } from "./inspect.ts";
import { IS_SHORT } from "./windows.ts";

const OFFER = {
  assetCode: "XLM",
  issuer: "",
  description: "Left at any time.",
  imageUrl: "",
  rewardRate: "100",
  minStakeAmount: "10",
  lockupPeriod: 0,
  earlyWithdrawalFee: "0",
  active: true,
  featured: true,
  displayOrder: 0,
  reason: "agreed by the board",
};

test("somebody stakes, sees it earn offline too, leaves one stake early and takes the other out with its rewards", async ({
  astrolabe,
  astrolabe: { url },
  context,
  page,
  request,
}) => {
  await signInFirst(request, astrolabe);
  const [flexible, locked] = [`Flexible ${newName("x")}`, `Locked ${newName("x")}`];
  for (const offer of [
    { ...OFFER, name: flexible },
    { ...OFFER, name: locked, lockupPeriod: 30, earlyWithdrawalFee: "2", rewardRate: "6", featured: false },
  ])
    await confirmProposal(request, url, await request.post(`${url}/api/admin/staking/offers`, { data: offer }));
  await become(page, astrolabe, newName("stella"));
  await page.goto(`${url}/staking`);
  await fundedAddress(page);
  // The vault is opened by the house itself, once it has its channels.
  await expect
    .poll(
      async () => {
        const { accounts } = await (await request.get(`${url}/api/admin/treasury`)).json();
        return accounts.some((each: { purpose: string; exists: boolean }) => each.purpose === "staking" && each.exists);
      },
      { timeout: 90_000 },
    )
    .toBe(true);

  await page.goto(`${url}/staking`);
  await expect(page.getByText("Rewards are paid by the operator from a pool of their own")).toBeVisible();
  for (const [name, amount] of [
    [locked, "20"],
    [flexible, "500"],
  ] as const) {
    await page.getByRole("region", { name }).getByRole("button", { name: "Stake XLM" }).click();
    await page.getByLabel("XLM to stake").fill(amount);
    await page.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Check before you stake" });
    await expect(review).toContainText("APR, simple");
    if (name === locked) await expect(review).toContainText("Back if you leave early");
    if (name === locked) await inspectThemes(page, "the review of a stake");
    await review.getByRole("button", { name: "Confirm and stake" }).click();
    const done = page.getByRole("dialog", { name: "Your stake" });
    await expect(done).toContainText("It earns from the close of that ledger on.", { timeout: 60_000 });
    await done.getByRole("button", { name: "Done" }).click();
    await expect(done).toBeHidden();
  }
  const stakes = page.getByRole("list").filter({ has: page.getByRole("region", { name: /^Stake \d+$/ }) });
  const ofFlexible = stakes.getByRole("region").filter({ hasText: flexible });
  const ofLocked = stakes.getByRole("region").filter({ hasText: locked });
  await expect(ofFlexible).toContainText("Earning", { timeout: 60_000 });
  await expect(ofLocked).toContainText("Unlocks");
  await inspectThemes(page, "stakes");

  // It ticks by the device's own reckoning, with nobody to ask.
  await context.setOffline(true);
  const before = await ofFlexible.textContent();
  await expect.poll(() => ofFlexible.textContent()).not.toBe(before);
  await expect(ofFlexible.getByRole("button", { name: "Take out" })).toBeDisabled();
  await context.setOffline(false);

  await ofLocked.getByRole("button", { name: "Take out" }).click();
  const leaving = page.getByRole("dialog", { name: "Check before you take it out" });
  await expect(leaving).toContainText("You leave early");
  await expect(leaving).toContainText("19.6");
  await leaving.getByRole("button", { name: "Leave early all the same" }).click();
  await expect(leaving).toContainText("It is on its way back");
  await leaving.getByRole("button", { name: "Done" }).click();
  await expect(ofLocked).toContainText("Taken out", { timeout: 60_000 });

  await ofFlexible.getByRole("button", { name: "Take out" }).click();
  await page.getByRole("dialog", { name: "Take out" }).getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Confirm and take out" }).click();
  await expect(leaving).toContainText("It is on its way back");
  await leaving.getByRole("button", { name: "Done" }).click();
  await expect(ofFlexible).toContainText("Rewards paid", { timeout: 60_000 });

  // What operators call an offer stays as they wrote it.
  await turnToArabic(page, url);
  await page.goto(`${url}/staking`);
  const taken = page.getByRole("region").filter({ hasText: flexible }).filter({ hasText: "500" }).first();
  await expect(taken).toBeVisible();
  await isArabic(page, taken);
  await inspectThemes(page, "stakes, in Arabic");
});

if (!IS_SHORT)
  test("an operator makes an offer on their screen, which a second one agrees to, and closes it alone", async ({
    astrolabe,
    astrolabe: { url },
    page,
    request,
  }) => {
    await signInFirst(request, astrolabe);
    await becomeOperator(page, request, astrolabe, ["finance"]);
    const name = `Board ${newName("y")}`;
    await page.goto(`${url}/admin-panel/staking`);
    await page.getByRole("button", { name: "Add an offer" }).click();
    const sheet = page.getByRole("dialog", { name: "Add a staking offer" });
    await sheet.getByLabel("Name", { exact: true }).fill(name);
    await sheet.getByLabel("Percent a year, simple").fill("4.5");
    await sheet.getByLabel("Reason").fill("agreed by the board");
    await inspectThemes(page, "a staking offer");
    await sheet.getByRole("button", { name: "Set the offer" }).click();
    await showWho(page, PASSWORD);
    await expect(sheet).toBeHidden();
    const { proposals } = await (await request.get(`${url}/api/admin/proposals`)).json();
    const proposal = proposals.find(
      ({ content }: { content: { offer?: { name: string } } }) => content.offer?.name === name,
    );
    await agree(request, url, proposal);
    await page.reload();
    await page.getByRole("link", { name }).first().click();
    const role = page.viewportSize()?.width === 390 ? "dialog" : "complementary";
    await page.getByRole(role, { name }).getByRole("button", { name: "Change" }).click();
    const change = page.getByRole("dialog", { name: `Change ${name}` });
    await change.getByRole("switch", { name: "Open" }).click();
    await change.getByLabel("Reason").fill("no more of it");
    await change.getByRole("button", { name: "Set the offer" }).click();
    await expect(change).toBeHidden();
    const { offers } = await (await request.get(`${url}/api/admin/staking`)).json();
    expect(offers.find((offer: { name: string }) => offer.name === name)).toMatchObject({ active: false });
  });
