import { expect, test } from "vitest";
import { doAlone, type Held, holdOpen } from "./hold-open.ts";

const users = { next: 3_000_000 };

test("what needs the database alone is done once the tabs that were asked have closed it, and they wait for it", async () => {
  const userId = users.next++;
  const own: Held = { release: await holdOpen(userId) };
  const other = await holdOpen(userId);
  const order: string[] = [];
  const reopened = Promise.withResolvers<void>();
  async function closeElsewhere(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    order.push("closed");
    other();
    const again = await holdOpen(userId);
    order.push("opened again");
    again();
    reopened.resolve();
  }
  const isDone = await doAlone(
    userId,
    own,
    () => void closeElsewhere(),
    async () => {
      order.push("begun");
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push("done");
    },
  );
  await reopened.promise;
  expect(isDone).toBe(true);
  expect(order).toEqual(["closed", "begun", "done", "opened again"]);
  own.release();
});

test("where a tab does not close it nothing is done, and the own hold is held again", async () => {
  const userId = users.next++;
  const own: Held = { release: await holdOpen(userId) };
  const former = own.release;
  const frozen = await holdOpen(userId);
  let isBegun = false;
  // Node keeps an aborted request in its queue, which browsers do not: it ends once the frozen tab does.
  setTimeout(frozen, 200);
  const work = async () => void (isBegun = true);
  expect(await doAlone(userId, own, () => undefined, work, 50)).toBe(false);
  expect(isBegun).toBe(false);
  expect(own.release).not.toBe(former);
  own.release();
});
