import type { Db, MongoClient } from "mongodb";
import type { Content } from "#schemas/content/items.ts";
import { hashOf } from "#server/content/store.ts";
import type { Answer } from "./desk.ts";

/** The database itself, past the servers. */
export interface Stored {
  readonly client: MongoClient;
  readonly database: Db;
}

/** All that is known of one page from outside the servers. */
export class Evidence {
  readonly key: string;
  /** By their hashes the titles of all that anybody ever tried to save. */
  readonly #written = new Map<string, string>();
  /** Versions as they were first seen. */
  readonly #frozen = new Map<number, string>();
  /** Versions that a server said it published. */
  readonly #answered = new Set<number>();
  #wasPublic = false;

  constructor(key: string) {
    this.key = key;
  }

  write(content: Content, title: string): Content {
    this.#written.set(hashOf(content), title);
    return content;
  }

  /** A server answered that this is public. */
  published(answer: Answer | null): boolean {
    if (answer?.status !== 200) return false;
    this.#answered.add(answer.body.published.version);
    return true;
  }

  /**
   * What is wrong with what is public by now: it has to be what somebody published, whole, whatever died meanwhile. `reads` is what the
   * servers told before.
   */
  async problems({ client, database }: Stored, reads: readonly (Answer | null)[]): Promise<string[]> {
    const problems: string[] = [];
    const say = (problem: string) => void problems.push(`${this.key}: ${problem}`);
    const now = await this.#now(client, database);
    // After what was shown: versions only ever come.
    await this.#readVersions(database, say);
    for (const version of this.#answered)
      if (!this.#frozen.has(version)) say(`version ${version} was answered and is not there`);
    const { page, draft } = now;
    if (!page && this.#wasPublic) say("what was public is gone");
    this.#wasPublic ||= page !== null;
    if (page && this.#frozen.get(page["version"]) !== page["hash"]) say("what is public is no version");
    if (page && page["title"] !== this.#written.get(page["hash"])) say("what is public is not whole");
    if (page && draft && draft["baseVersion"] !== page["version"]) say("a draft goes on from something else");
    for (const read of reads) {
      if (read?.status !== 200) continue;
      const { version, title } = read.body;
      const hash = this.#frozen.get(version);
      if (hash === undefined || this.#written.get(hash) !== title) say(`a server shows what is no version: ${title}`);
    }
    return problems;
  }

  /** The public page and the draft as one moment has them: what is due may be published at any. */
  #now(client: MongoClient, database: Db) {
    return client.withSession((session) =>
      session.withTransaction(async () => ({
        page: await database.collection("page_contents").findOne({ pageKey: this.key }, { session }),
        draft: await database.collection("content_drafts").findOne({ key: this.key }, { session }),
      })),
    );
  }

  async #readVersions(database: Db, say: (problem: string) => void): Promise<void> {
    const versions = await database
      .collection("content_versions")
      .find({ kind: "page", key: this.key })
      .sort({ version: 1 })
      .toArray();
    for (const [at, { version, content, hash }] of versions.entries()) {
      if (version !== at + 1) say(`version ${at + 1} is ${version}`);
      if (hashOf(content) !== hash || !this.#written.has(hash)) say(`version ${version} is what nobody wrote`);
      if ((this.#frozen.get(version) ?? hash) !== hash) say(`version ${version} changed`);
      this.#frozen.set(version, hash);
    }
    if (this.#frozen.size !== versions.length) say("a version went");
    const acts = await database
      .collection("operator_actions")
      .find({ action: "publish-content", details: `page ${this.key}` })
      .toArray();
    const noted = new Set(acts.map(({ change }) => Number(JSON.parse(change).after.version)));
    for (const version of this.#frozen.keys()) if (!noted.has(version)) say(`nobody published version ${version}`);
  }
}
