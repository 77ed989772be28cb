import { expect, test } from "vitest";
import { LinkError } from "#pwa/platform/api/http-error.ts";
import type { PullMessage } from "#schemas/protocol.ts";
import { joinPulls } from "./joined-pulls.ts";

type Pulled = { documents: []; checkpoint: string; hasMore: boolean };

function pulled(checkpoint: string): Pulled {
  return { documents: [], checkpoint, hasMore: false };
}

function message(collection: string): PullMessage {
  return { collection, checkpoint: null, limit: 1 };
}

/** A server that answers messages when it is told to, and keeps what it was asked. */
function aServer() {
  const asked: (string | readonly string[])[] = [];
  const answers: ((answer: readonly (Pulled | LinkError)[] | LinkError) => void)[] = [];
  const pulls = joinPulls({
    pull({ collection }) {
      asked.push(collection);
      return Promise.resolve(pulled(`${collection}-alone`));
    },
    pullMany(messages) {
      asked.push(messages.map(({ collection }) => collection));
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof LinkError ? reject(answer) : resolve(answer)));
      });
    },
  });
  return { asked, answers, pulls };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test("the first pulls after a connection go together, and those that come meanwhile with the next message", async () => {
  const { asked, answers, pulls } = aServer();
  const first = [pulls.pull(message("a")), pulls.pull(message("b"))];
  await turns();
  const later = pulls.pull(message("c"));
  await turns();
  expect(asked).toEqual([["a", "b"]]);
  answers[0]?.([pulled("a1"), pulled("b1")]);
  expect(await Promise.all(first)).toEqual([pulled("a1"), pulled("b1")]);
  await turns();
  expect(asked).toEqual([["a", "b"], ["c"]]);
  answers[1]?.([pulled("c1")]);
  expect(await later).toEqual(pulled("c1"));
});

test("each collection goes on by itself, until the device connects anew", async () => {
  const { asked, answers, pulls } = aServer();
  const first = pulls.pull(message("a"));
  await turns();
  answers[0]?.([pulled("a1")]);
  await first;
  expect(await pulls.pull(message("a"))).toEqual(pulled("a-alone"));
  pulls.connected();
  void pulls.pull(message("a"));
  await turns();
  expect(asked).toEqual([["a"], "a", ["a"]]);
});

test("what one is refused with is its own, and an answer that is missing is no answer", async () => {
  const { answers, pulls } = aServer();
  const [one, other, missing] = ["a", "b", "c"].map((collection) => pulls.pull(message(collection)));
  await turns();
  answers[0]?.([new LinkError("sync-restored", "of another past"), pulled("b1")]);
  await expect(one).rejects.toMatchObject({ code: "sync-restored" });
  expect(await other).toEqual(pulled("b1"));
  await expect(missing).rejects.toMatchObject({ code: "client-outdated" });
});

test("a message that is not answered fails all of it, and what is tried again goes together again", async () => {
  const { asked, answers, pulls } = aServer();
  const both = ["a", "b"].map((collection) => pulls.pull(message(collection)));
  await turns();
  answers[0]?.(new LinkError("no-answer", "lost"));
  for (const one of both) await expect(one).rejects.toMatchObject({ code: "no-answer" });
  void pulls.pull(message("a"));
  void pulls.pull(message("b"));
  await turns();
  expect(asked).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
});

test("a server of before the message is asked for each", async () => {
  const { asked, answers, pulls } = aServer();
  const both = ["a", "b"].map((collection) => pulls.pull(message(collection)));
  await turns();
  answers[0]?.(new LinkError("sync-message-malformed", "what is that"));
  expect(await Promise.all(both)).toEqual([pulled("a-alone"), pulled("b-alone")]);
  expect(asked).toEqual([["a", "b"], "a", "b"]);
});
