import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenNothingIsTyped } from "./typing.ts";

interface Element {
  readonly selector: string;
  value?: string;
}

/** What stands on the page, found as `querySelector` finds it: by exactly the kinds that are asked for. */
let page: Element[] = [];

beforeEach(() => {
  page = [];
  vi.useFakeTimers();
  vi.stubGlobal("document", {
    querySelector: (asked: string) => page.find(({ selector }) => asked.includes(`[role=${selector}]`)) ?? null,
    querySelectorAll: (asked: string) =>
      page.filter(({ selector }) => {
        const [fields = ""] = asked.split(":not(");
        const isLeftOut = asked.includes(`[type=${selector}]`) || asked.includes(`[${selector}]`);
        return selector === "textarea" ? asked.includes("textarea") : fields.includes("input") && !isLeftOut;
      }),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether it is over after so long. */
async function isOver(waiting: Promise<void>, ms: number): Promise<boolean> {
  let over = false;
  void (async () => {
    await waiting;
    over = true;
  })();
  await vi.advanceTimersByTimeAsync(ms);
  return over;
}

test("on a page where nothing is typed it waits for nothing", async () => {
  page = [
    { selector: "text", value: "" },
    { selector: "textarea", value: "" },
  ];
  expect(await isOver(whenNothingIsTyped(), 0)).toBe(true);
});

test.each(["text", "textarea", "password"])(
  "what is typed into a field (%s) is waited for until it is gone",
  async (selector) => {
    const field: Element = { selector, value: "twelve" };
    page = [field];
    const waiting = whenNothingIsTyped();
    expect(await isOver(waiting, 60_000)).toBe(false);
    field.value = "";
    expect(await isOver(waiting, 500)).toBe(true);
  },
);

test.each(["dialog", "alertdialog"])("an open %s is waited for, whatever is in it", async (selector) => {
  page = [{ selector, value: "" }];
  const waiting = whenNothingIsTyped();
  expect(await isOver(waiting, 60_000)).toBe(false);
  page = [];
  expect(await isOver(waiting, 500)).toBe(true);
});

test.each(["hidden", "checkbox", "radio", "search", "readonly"])(
  "a field into which nobody types their work (%s) holds up nothing",
  async (selector) => {
    page = [{ selector, value: "on" }];
    expect(await isOver(whenNothingIsTyped(), 0)).toBe(true);
  },
);
