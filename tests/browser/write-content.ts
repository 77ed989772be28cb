import type { APIRequestContext, Locator } from "@playwright/test";
import { type Astrolabe, expect } from "./astrolabe.ts";
import type { Content, ContentKind } from "#schemas/content/items.ts";
import { richText } from "#schemas/content/rich-text.ts";

/** Resolves once a new database has been given all that Astrolabe comes with: menus, which lead to pages, are the last of it. */
export async function contentLoaded(request: APIRequestContext, { url }: Pick<Astrolabe, "url">): Promise<void> {
  const menus = async () => {
    const site = await (await request.get(`${url}/api/content/site?language=en`)).json();
    return (site.menus as readonly { readonly location: string }[]).map(({ location }) => location);
  };
  await expect.poll(menus, { timeout: 120_000 }).toEqual(expect.arrayContaining(["header", "footer", "help"]));
}

/** A page of one text in English. */
export function aPage(words: string, group: "page" | "help" = "page"): Content {
  const sections = [{ id: "text", type: "text" as const, body: richText(words) }];
  return {
    kind: "page",
    group,
    order: 0,
    postedAt: null,
    words: { en: { title: "Written here", description: "A page that is written.", sections } },
  };
}

/** What operators write, written by their calls: `request` is signed in as one who has just shown who they are. */
export class Desk {
  readonly #request: APIRequestContext;
  readonly #path: string;

  constructor(request: APIRequestContext, { url }: Pick<Astrolabe, "url">) {
    this.#request = request;
    this.#path = `${url}/api/admin`;
  }

  async item(kind: ContentKind, key: string) {
    const answer = await this.#request.get(`${this.#path}/content/item`, { params: { kind, key } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return await answer.json();
  }

  /** Saves a draft over what is there by now; answers as the server does. */
  async save(key: string, content: Content) {
    const { kind } = content;
    const { draft, published } = await this.item(kind, key);
    const from = { revision: draft?.revision ?? 0, baseVersion: published?.version ?? 0 };
    return this.#request.put(`${this.#path}/content/draft`, { data: { kind, key, ...from, content } });
  }

  async publish(key: string, content: Content): Promise<void> {
    const saved = await this.save(key, content);
    expect(saved.ok(), await saved.text()).toBe(true);
    const { revision } = await saved.json();
    const data = { kind: content.kind, key, revision, reason: "for the test" };
    const done = await this.#request.post(`${this.#path}/content/publish`, { data });
    expect(done.ok(), await done.text()).toBe(true);
  }

  /** Throws away what is drafted, where there is anything. */
  async discard(kind: ContentKind, key: string): Promise<void> {
    const { draft } = await this.item(kind, key);
    if (draft === null) return;
    const data = { kind, key, revision: draft.revision, reason: "for the test" };
    expect((await this.#request.post(`${this.#path}/content/discard`, { data })).ok()).toBe(true);
  }

  /** Takes away what is public, where there is anything. */
  async unpublish(kind: ContentKind, key: string): Promise<void> {
    const { published } = await this.item(kind, key);
    if (published === null) return;
    const data = { kind, key, version: published.version, reason: "for the test" };
    expect((await this.#request.post(`${this.#path}/content/unpublish`, { data })).ok()).toBe(true);
  }

  /** Has what is drafted published by itself. */
  async schedule(key: string, at: Date): Promise<void> {
    const { draft } = await this.item("page", key);
    const data = { kind: "page", key, revision: draft.revision, reason: "for the test", at: at.toISOString() };
    const answer = await this.#request.post(`${this.#path}/content/schedule`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  /** The path of a link that shows the draft. */
  async preview(key: string): Promise<string> {
    const answer = await this.#request.post(`${this.#path}/content/preview`, { data: { kind: "page", key } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).path;
  }

  /** Adds a picture to the library; answers with its id. */
  async addPicture(file: Buffer, words: { readonly name: string; readonly alt: string }): Promise<string> {
    const headers = { "content-type": "application/octet-stream" };
    const answer = await this.#request.post(`${this.#path}/media`, { params: words, data: file, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()).media.mediaId;
  }

  /** Removes a picture that nothing shows any more. */
  async removePicture(mediaId: string): Promise<void> {
    const answer = await this.#request.post(`${this.#path}/media/${mediaId}/remove`, {
      data: { reason: "for the test" },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/**
 * Goes to the end of a text with marks, by the keyboard. Its library puts back what was selected 20 ms after the focus came: a key that
 * is quicker than any hand went nowhere, and what followed was written at the beginning.
 */
export async function goToEnd(text: Locator): Promise<void> {
  await text.focus();
  await text.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await text.press("Control+End");
}
