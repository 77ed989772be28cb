import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { richText } from "#schemas/content/rich-text.ts";
import type { Content } from "#schemas/content/items.ts";
import { beginAutosave, type DraftPlace, type SaveState } from "./autosave.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function written(title: string): Content {
  const sections = [{ id: "a", type: "text" as const, body: richText("b") }];
  return {
    kind: "page",
    group: "page",
    order: 0,
    postedAt: null,
    words: { en: { title, description: "D", sections } },
  };
}
const titleOf = (content: Content) => (content.kind === "page" ? content.words.en.title : "");

/** A server of which each saving waits until it is answered. */
function aDesk() {
  const sent: { readonly title: string; readonly place: DraftPlace; answer: (error?: Error) => void }[] = [];
  const states: SaveState[] = [];
  let revision = 4;
  const autosave = beginAutosave({
    content: written("first"),
    place: { revision, baseVersion: 2 },
    read: (content) => (titleOf(content) === "" ? null : content),
    save: (content, place) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ revision: number }>();
      sent.push({
        title: titleOf(content),
        place,
        answer: (error) => (error === undefined ? resolve({ revision: (revision += 1) }) : reject(error)),
      });
      return promise;
    },
    meaningOf: (error) =>
      error instanceof TypeError ? "unanswered" : error instanceof RangeError ? "stopped" : "refused",
    nowMs: Date.now,
    onState: (state) => states.push(state),
  });
  const kind = () => states.at(-1)?.kind;
  const answered = async (error?: Error) => {
    sent.at(-1)?.answer(error);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { autosave, sent, kind, answered };
}

test("what is typed is saved once nobody types for a moment, and the next saving goes on from it", async () => {
  const { autosave, sent, kind, answered } = aDesk();
  for (const title of ["f", "fi", "fir"]) {
    autosave.changed(written(title));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(sent).toEqual([]);
  expect(kind()).toBe("typed");
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(({ title, place }) => [title, place])).toEqual([["fir", { revision: 4, baseVersion: 2 }]]);
  expect(kind()).toBe("saving");
  await answered();
  expect(kind()).toBe("saved");
  autosave.changed(written("firs"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)?.place).toEqual({ revision: 5, baseVersion: 2 });
});

test("who types without a pause is saved all the same", async () => {
  const { autosave, sent } = aDesk();
  for (let at = 0; at < 20; at += 1) {
    autosave.changed(written(`t${at}`));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(sent.length).toBeGreaterThan(0);
});

test("one saving is under way at a time, and what was typed meanwhile follows it", async () => {
  const { autosave, sent, kind, answered } = aDesk();
  autosave.changed(written("one"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.changed(written("two"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
  await answered();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(({ title }) => title)).toEqual(["one", "two"]);
  await answered();
  expect(kind()).toBe("saved");
});

test("what is not whole is not sent, and is once it is", async () => {
  const { autosave, sent, kind } = aDesk();
  autosave.changed(written(""));
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent.length, kind()]).toEqual([0, "incomplete"]);
  expect(await autosave.flush()).toBeNull();
  autosave.changed(written("whole"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(1);
});

test("without an answer it is tried again until there is one", async () => {
  const { autosave, sent, kind, answered } = aDesk();
  autosave.changed(written("one"));
  await vi.advanceTimersByTimeAsync(1000);
  await answered(new TypeError("no network"));
  expect(kind()).toBe("unanswered");
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.map(({ place }) => place.revision)).toEqual([4, 4]);
  await answered();
  expect(kind()).toBe("saved");
});

test("where somebody else was, nothing goes out until it is said how it goes on", async () => {
  const { autosave, sent, kind, answered } = aDesk();
  autosave.changed(written("mine"));
  await vi.advanceTimersByTimeAsync(1000);
  await answered(new RangeError("moved"));
  autosave.changed(written("mine too"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent.length, kind()]).toEqual([1, "stopped"]);
  expect(await autosave.flush()).toBeNull();
  autosave.goOnFrom(written("theirs"), { revision: 9, baseVersion: 3 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toMatchObject({ title: "mine too", place: { revision: 9, baseVersion: 3 } });
});

test("a refusal waits for the next edit", async () => {
  const { autosave, sent, kind, answered } = aDesk();
  autosave.changed(written("one"));
  await vi.advanceTimersByTimeAsync(1000);
  await answered(new Error("refused"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent.length, kind()]).toEqual([1, "refused"]);
  autosave.changed(written("two"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(2);
});

test("saving at once waits for what is under way, and answers where the draft is then", async () => {
  const { autosave, sent, answered } = aDesk();
  autosave.changed(written("one"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.changed(written("two"));
  const place = autosave.flush();
  await answered();
  await answered();
  expect(await place).toEqual({ revision: 6, baseVersion: 2 });
  expect(sent).toHaveLength(2);
});

test("what is taken back to what is saved is saved", async () => {
  const { autosave, sent, kind } = aDesk();
  const first = written("first");
  autosave.goOnFrom(first, { revision: 4, baseVersion: 2 });
  autosave.changed(first);
  autosave.changed(written("other"));
  autosave.changed(first);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent.length, kind()]).toEqual([0, "saved"]);
});
