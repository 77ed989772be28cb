import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContentScene, readContent, startContentScene } from "#tests/support/content-desk.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { aMenu, aPage, aText } from "./pages.fixture.ts";

let scene: ContentScene;
beforeAll(async () => {
  scene = await startContentScene();
});
afterAll(() => scene.stop());

const page = (key: string, language = "en") => readContent(scene.app, `/page?page=${key}&language=${language}`);

test("a page is written, shown to nobody, published and read", async () => {
  const { app, editor, first } = scene;
  const written = aPage("Opening hours", undefined, {});
  expect((await first.save("hours", written)).body).toMatchObject({ revision: 1 });
  expect((await page("hours")).body.code).toBe("page-unknown");
  const published = await first.act("/publish", "page", "hours");
  expect(published.body).toMatchObject({
    published: { version: 1, reason: "for the test", author: { username: editor.user.username }, content: written },
    draft: null,
  });
  expect((await page("hours", "es")).body).toMatchObject({
    title: "Opening hours",
    language: "en",
    languages: ["en"],
    version: 1,
    isDefault: false,
  });
  const site = await readContent(app, "/site?language=ar");
  expect(site.body.pages).toMatchObject([{ pageKey: "hours", title: "Opening hours" }]);
  const stored = await app.database.collection("page_contents").findOne({ pageKey: "hours" });
  expect(stored).toMatchObject({ id: expect.any(Number), title: "Opening hours", sections: [{ id: "text" }] });
  const [noted] = await app.database.collection("operator_actions").find({ action: "publish-content" }).toArray();
  expect(JSON.parse(noted?.["change"])).toMatchObject({ before: { version: null }, after: { version: 1 } });
});

test("a saving goes on from what is there, or is refused", async () => {
  const { first } = scene;
  const started = await first.save("stale", aPage("One"));
  const { revision } = started.body;
  const go = (from: object, title: string) =>
    first.ask("PUT", "/draft", {
      kind: "page",
      key: "stale",
      revision,
      baseVersion: 0,
      content: aPage(title),
      ...from,
    });
  expect((await go({}, "Two")).body.revision).toBe(revision + 1);
  // The answer was lost: the same is there already.
  expect((await go({}, "Two")).body.revision).toBe(revision + 1);
  expect((await go({}, "Three")).body.code).toBe("content-moved");
  expect((await first.act("/publish", "page", "stale")).status).toBe(200);
  expect((await go({ revision: revision + 1 }, "Three")).body.code).toBe("content-published");
  expect((await first.act("/publish", "page", "stale", { revision: revision + 1 })).body.code).toBe("content-no-draft");
  expect((await first.save("stale", aPage("Two"))).status).toBe(200);
  expect((await first.act("/publish", "page", "stale")).body.code).toBe("content-same");
  expect((await page("stale")).body).toMatchObject({ title: "Two", version: 1 });
  const wrong = { kind: "menu", key: "stale", revision: 0, baseVersion: 0, content: aPage("x") };
  expect((await first.ask("PUT", "/draft", wrong)).body.code).toBe("content-kind");
  const deep = { kind: "menu", key: "a/b", revision: 0, baseVersion: 0, content: aMenu() };
  expect((await first.ask("PUT", "/draft", deep)).body.issues).toMatchObject([{ path: "key" }]);
});

test("of two editors one writes, until the other takes over; nothing of either is lost", async () => {
  const { app, editor, first, second } = scene;
  const which = { kind: "page", key: "shared" };
  expect((await first.ask("POST", "/write", { ...which, isTakeOver: false })).status).toBe(200);
  const refused = await second.ask("POST", "/write", { ...which, isTakeOver: false });
  expect(refused.body).toMatchObject({ code: "content-written", facts: { username: editor.user.username } });
  expect((await second.save("shared", aPage("Theirs"))).body.code).toBe("content-written");
  expect((await first.save("shared", aPage("Mine"))).status).toBe(200);
  expect((await second.act("/publish", "page", "shared")).body.code).toBe("content-written");
  expect((await second.ask("POST", "/write", { ...which, isTakeOver: true })).status).toBe(200);
  expect((await second.item("page", "shared")).draft.content.words.en.title).toBe("Mine");
  expect((await first.save("shared", aPage("Mine, later"))).body.code).toBe("content-written");
  expect((await second.save("shared", aPage("Theirs"))).status).toBe(200);
  app.clock.advance(5 * 60 * 1000 + 1000);
  expect((await first.item("page", "shared")).writing).toBeNull();
  expect((await first.save("shared", aPage("Both"))).status).toBe(200);
  await first.ask("POST", "/leave", which);
  expect((await second.save("shared", aPage("Both, again"))).status).toBe(200);
});

test("a former version becomes a draft, and nothing public by that", async () => {
  const { first } = scene;
  await first.publish("former", aPage("First"));
  await first.publish("former", aPage("Second"));
  const { body } = await first.ask("GET", "/versions?kind=page&key=former");
  expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  const restored = await first.act("/restore", "page", "former", { version: 1 });
  expect(restored.body.draft).toMatchObject({ baseVersion: 2, content: { words: { en: { title: "First" } } } });
  expect((await page("former")).body.title).toBe("Second");
  expect((await first.act("/discard", "page", "former")).body.draft).toBeNull();
  const old = await first.ask("GET", "/version?kind=page&key=former&version=1");
  expect(old.body.content.words.en.title).toBe("First");
  expect((await first.act("/restore", "page", "former", { version: 9 })).body.code).toBe("content-unknown");
});

test("menus come back as they were written, level by level", async () => {
  const { app, first } = scene;
  await first.publish("help", aPage("Help"));
  const menu = aMenu("/dashboard", "/help");
  if (menu.kind !== "menu") return;
  const [one, two] = menu.items;
  if (!one || !two) return;
  const deep = { ...one, id: "inner", label: { en: "Inner", ar: "داخل" }, items: [{ ...two, id: "innermost" }] };
  const written = {
    ...menu,
    location: "header" as const,
    items: [
      { ...one, items: [deep] },
      { ...two, isActive: false },
    ],
  };
  await first.publish("deep", written);
  expect((await first.item("menu", "deep")).published.content).toEqual(written);
  const { body } = await readContent(app, "/site?language=ar");
  const shown = body.menus.find(({ menuKey }: { menuKey: string }) => menuKey === "deep");
  expect(shown.items).toMatchObject([{ label: "Item 0", items: [{ label: "داخل", items: [{ url: "/help" }] }] }]);
  expect(shown.items).toHaveLength(1);
  const rows = await app.database.collection("navigation_menu_items").countDocuments({ itemKey: "innermost" });
  expect(rows).toBe(1);
});

test("whoever has the newest is told so, and nothing more", async () => {
  const { app, first } = scene;
  await first.publish(
    "tagged",
    aPage("Tagged", [aText("Words"), { id: "more", type: "heading", text: "More", level: 2 }]),
  );
  for (const path of ["/site?language=en", "/page?page=tagged&language=en", "/search?language=en"]) {
    const { headers, status } = await readContent(app, path);
    expect(status).toBe(200);
    const again = await readContent(app, path, { "if-none-match": String(headers["etag"]) });
    expect(again).toMatchObject({ status: 304, body: null });
    await first.publish("tagged", aPage("Tagged", [aText(path)]));
    expect((await readContent(app, path, { "if-none-match": String(headers["etag"]) })).status).toBe(200);
  }
});

test("headings and questions are found by themselves", async () => {
  const { app, first } = scene;
  await first.publish(
    "found",
    aPage("Found", [
      { id: "memos", type: "heading", text: "Memos", level: 2 },
      aText("Why a memo is asked for"),
      { id: "asked", type: "questions", items: [{ id: "lost", question: "Is it lost?", answer: richText("No") }] },
      aText("Still of memos", "after"),
    ] as never),
  );
  const { body } = await readContent(app, "/search?language=fr");
  const parts = body.parts.filter(({ pageKey }: { pageKey: string }) => pageKey === "found");
  expect(parts).toEqual([
    { pageKey: "found", anchor: "", page: "Found", title: "Found", text: "About Found" },
    { pageKey: "found", anchor: "lost", page: "Found", title: "Is it lost?", text: "No" },
    {
      pageKey: "found",
      anchor: "memos",
      page: "Found",
      title: "Memos",
      text: "Why a memo is asked for\nStill of memos",
    },
  ]);
});

test("the list names what there is, public or not", async () => {
  const { second } = scene;
  const { body } = await second.ask("GET", "?kind=page");
  const named = (key: string) => body.items.find((item: { key: string }) => item.key === key);
  expect(named("hours")).toMatchObject({
    title: "Opening hours",
    version: 1,
    hasDraft: false,
    languages: ["en"],
    place: "page",
  });
  expect(named("shared")).toMatchObject({
    version: null,
    hasDraft: true,
    editedBy: { operatorId: expect.any(Number) },
  });
});

test("a draft is looked at by a link, for an hour and not longer", async () => {
  const { app, first } = scene;
  expect((await first.ask("POST", "/preview", { kind: "page", key: "looked-at" })).body.code).toBe("content-no-draft");
  await first.save("looked-at", aPage("Looked at"));
  const { path } = (await first.ask("POST", "/preview", { kind: "page", key: "looked-at" })).body;
  const token = new URL(path, "http://x").searchParams.get("token") ?? "";
  const look = (it: string) => readContent(app, `/preview?token=${it}&language=en`);
  const seen = await look(token);
  expect(seen.body.title).toBe("Looked at");
  expect(seen.headers).toMatchObject({ "x-robots-tag": "noindex", "cache-control": "no-store" });
  const other = Buffer.from(JSON.stringify({ key: "hours", untilMs: 9e15 })).toString("base64url");
  for (const forged of ["", "x.y", `${other}.${token.split(".")[1]}`, `${token}x`])
    expect((await look(forged)).body.code).toBe("preview-ended");
  app.clock.advance(60 * 60 * 1000 + 1);
  expect((await look(token)).body.code).toBe("preview-ended");
});
