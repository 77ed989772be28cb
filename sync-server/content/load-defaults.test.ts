import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContentDesk, readContent } from "#tests/support/content-desk.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin } from "#tests/support/operators.ts";
import { type DefaultItem, type DefaultSource, loadDefaults, waitingLegal } from "./load-defaults.ts";
import { aMenu, aPage, aPicture } from "./pages.fixture.ts";

let app: TestApp;
let desk: ContentDesk;
let file: Buffer;
const GOING_ON = new AbortController().signal;

beforeAll(async () => {
  app = await startTestApp();
  desk = new ContentDesk(app, await aConfirmedAdmin(app, ["editor"]));
  file = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
});
afterAll(() => app.stop());

/** What a version of Astrolabe comes with. */
function comingWith(titles: Readonly<Record<string, string>>): DefaultSource {
  return {
    pictures: () => Promise.resolve([{ name: "ship.png", alt: "A ship", file }]),
    content: (mediaIdOf) => {
      const pages = Object.entries(titles).map(([key, title]): DefaultItem => ({
        key,
        content: aPage(title, [aPicture(mediaIdOf("ship.png"))], { group: key === "terms" ? "legal" : "page" }),
      }));
      const items = [{ key: "main", content: aMenu(...Object.keys(titles).map((key) => `/${key}`)) }, ...pages];
      return Promise.resolve(items);
    },
  };
}

function load(source: DefaultSource): Promise<void> {
  return loadDefaults(app.runtime, source, GOING_ON);
}

async function titleOf(key: string): Promise<string | undefined> {
  return (await readContent(app, `/page?page=${key}&language=en`)).body.title;
}

async function published() {
  const versions = await app.database.collection("content_versions").find({}).toArray();
  return versions.map(({ kind, key, version }) => `${kind} ${key} ${version}`).toSorted();
}

test("an empty database is given them, once, whoever dies over it", async () => {
  const titles = { terms: "Terms", about: "About" };
  // It dies with the second of them: the first stays, and the rest comes later.
  const { database } = app;
  let left = 1;
  const dying = {
    ...database,
    transaction: (work: never) => (left-- > 0 ? database.transaction(work) : Promise.reject(new Error("killed"))),
  };
  await expect(
    loadDefaults({ ...app.runtime, database: dying as never }, comingWith(titles), GOING_ON),
  ).rejects.toThrow("killed");
  expect(await published()).toEqual(["page terms 1"]);
  await Promise.all([load(comingWith(titles)), load(comingWith(titles))]);
  expect(await published()).toEqual(["menu main 1", "page about 1", "page terms 1"]);
  await load(comingWith(titles));
  expect(await published()).toHaveLength(3);
  const { body } = await readContent(app, "/page?page=terms&language=en");
  expect(body).toMatchObject({ title: "Terms", isDefault: true, version: 1 });
  const picture = await app.server.inject({ url: `/api/media/${body.sections[0].mediaId}` });
  expect(picture.headers["content-type"]).toBe("image/webp");
  expect(await app.database.collection("content_media").countDocuments()).toBe(1);
  expect(await waitingLegal(app.database)).toMatchObject({ count: 1 });
});

test("a later Astrolabe replaces what still is what a former one came with, and nothing of the operators'", async () => {
  await load(comingWith({ about: "About", help: "Help", careers: "Careers", blog: "Blog" }));
  await desk.publish("about", aPage("Theirs"));
  await desk.save("help", aPage("Being written"));
  await desk.publish("main", aMenu("/"));
  await desk.ask("POST", "/unpublish", { kind: "page", key: "careers", version: 1, reason: "nobody is wanted" });
  await load(comingWith({ about: "About 2", help: "Help 2", careers: "Careers 2", blog: "Blog 2", terms: "Terms 2" }));
  // The process hears of it as every other does.
  await eventually(async () => (await titleOf("terms")) === "Terms 2");
  expect(await Promise.all(["about", "help", "careers", "blog"].map(titleOf))).toEqual([
    "Theirs",
    "Help",
    undefined,
    "Blog 2",
  ]);
  const item = await desk.item("page", "terms");
  expect(item.published).toMatchObject({ version: 2, author: null, reason: "" });
  await desk.publish("terms", aPage("Our terms", undefined, { group: "legal" }));
  expect(await waitingLegal(app.database)).toEqual(expect.objectContaining({ count: 0, oldest: null }));
});
