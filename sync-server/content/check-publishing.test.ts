import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContentScene, readContent, startContentScene } from "#tests/support/content-desk.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { aLink, aMenu, aPage, aPicture, aText } from "./pages.fixture.ts";

let scene: ContentScene;
beforeAll(async () => {
  scene = await startContentScene();
});
afterAll(() => scene.stop());

const page = (key: string) => readContent(scene.app, `/page?page=${key}&language=en`);

test.each([
  ["a screen of the app", "dashboard"],
  ["a screen with a parameter", "assets/usd"],
  ["the API", "api/user"],
  ["a language", "es/about"],
])("no page hides %s", async (_what, key) => {
  const { first } = scene;
  await first.save(key, aPage("Hiding"));
  expect((await first.act("/publish", "page", key)).body).toMatchObject({
    code: "content-route",
    facts: { path: key },
  });
});

test("what leads nowhere is not published, by its name", async () => {
  const { first } = scene;
  await first.publish("linked", aPage("Linked"));
  const refusals = {
    "/nowhere": "content-dead-link",
    "/help": "content-dead-link",
    "/es/nowhere": "content-dead-link",
  };
  for (const [href, code] of Object.entries(refusals)) {
    await first.save("linking", aPage("Linking", [aLink(href)]));
    expect((await first.act("/publish", "page", "linking")).body).toMatchObject({ code, facts: { href } });
  }
  for (const href of [
    "/dashboard",
    "/linked#text",
    "/es/linked",
    "/linking",
    "/api",
    "/assets/USD-G",
    "/",
    "https://example.org",
  ])
    await first.publish("linking", aPage("Linking", [aLink(href)]));
  await first.publish("help", aPage("Help"));
  await first.publish("linking", aPage("Linking", [aLink("/help?a#text")]));
  await first.save("menu", aMenu("/linked", "/gone"));
  expect((await first.act("/publish", "menu", "menu")).body).toMatchObject({ facts: { href: "/gone" } });
  await first.publish("menu", aMenu("/linked", "https://example.org"));
  const away = { kind: "page", key: "linked", version: 1, reason: "old" };
  expect((await first.ask("POST", "/unpublish", away)).body).toMatchObject({
    code: "content-linked",
    facts: { name: "Menu" },
  });
  await first.publish("menu", aMenu("/help"));
  expect((await first.ask("POST", "/unpublish", { ...away, version: 7 })).body.code).toBe("content-published");
  expect((await first.ask("POST", "/unpublish", away)).status).toBe(200);
  expect((await page("linked")).status).toBe(404);
  await first.save("linked", aPage("Linked"));
  // It is the version that it was.
  expect((await first.act("/publish", "page", "linked")).body.published.version).toBe(1);
  await first.save("shows", aPage("Shows", [aPicture("0".repeat(32))]));
  expect((await first.act("/publish", "page", "shows")).body.code).toBe("content-no-picture");
  const odd = aMenu("https://example.org");
  if (odd.kind === "menu")
    await first.save("odd", { ...odd, items: odd.items.map((item) => ({ ...item, requiresAuth: true })) });
  expect((await first.act("/publish", "menu", "odd")).body.code).toBe("content-external-menu");
});

test("what leads to a part that its page does not have is not published, by its name", async () => {
  const { first } = scene;
  const questions = {
    id: "asked",
    type: "questions",
    items: [{ id: "is-it-lost", question: "Is it lost?", answer: richText("No") }],
  };
  await first.publish("parts", aPage("Parts", [aText("Words"), questions] as never));
  for (const href of ["/parts#gone", "/es/parts#gone", "/parts?from=mail#gone", "/lead#gone", "/parts#%E0"]) {
    await first.save("lead", aPage("Leading", [aLink(href)]));
    const refused = { code: "content-dead-anchor", facts: { href } };
    expect((await first.act("/publish", "page", "lead")).body, href).toMatchObject(refused);
  }
  await first.save("anchored", aMenu("/parts#gone"));
  expect((await first.act("/publish", "menu", "anchored")).body.code).toBe("content-dead-anchor");
  // Its own part, a question, one in another language, a screen of the app, and another house's page.
  for (const href of [
    "/lead#action",
    "/parts#is-it-lost",
    "/ar/parts#asked",
    "/dashboard#balances",
    "https://a.org/#x",
  ])
    await first.publish("lead", aPage("Leading", [aLink(href)]));
});

test("a part of a page is kept as long as others lead to it", async () => {
  const { first } = scene;
  const id = "asked-often";
  await first.publish("target", aPage("Target", [aText("Words", id)]));
  await first.publish("leads-in", aPage("Leading in", [aLink(`/ar/target#${id}`)]));
  await first.save("target", aPage("Target", [aText("Words", "renamed")]));
  expect((await first.act("/publish", "page", "target")).body).toMatchObject({
    code: "content-part-linked",
    facts: { name: "Leading in", href: `/ar/target#${id}` },
  });
  expect((await page("target")).body.version).toBe(1);
  await first.publish("leads-in", aPage("Leading in", [aLink("/target")]));
  await first.act("/publish", "page", "target");
  expect((await page("target")).body.version).toBe(2);
});
