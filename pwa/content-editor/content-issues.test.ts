import { expect, test } from "vitest";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import type { Content } from "#schemas/content/items.ts";
import { countWithin, issuesOfRefusal, issueWithin, linkPaths, readContent } from "./content-issues.ts";
import { newSection } from "./new-parts.ts";
import { SAMPLES } from "./sample-content.ts";

function pageWith(...types: readonly Parameters<typeof newSection>[0][]): Content {
  const { page } = SAMPLES;
  if (page.kind !== "page") throw new Error("The sample page is a page.");
  const sections = types.map((type, at) => newSection(type, `s${at}`));
  return { ...page, words: { en: { ...page.words.en, sections } } };
}

test("what is missing is told by the path of its field", () => {
  const read = readContent(pageWith("text", "heading", "steps"));
  const issues = "issues" in read ? read.issues : new Map<string, string>();
  expect([...issues.keys()]).toEqual(["words.en.sections.1.text", "words.en.sections.2.items.0.title"]);
  expect(issueWithin(issues, "words.en.sections.2")).toBeDefined();
  expect(issueWithin(issues, "words.en.sections.0")).toBeUndefined();
  expect(countWithin(issues, "words.en")).toBe(2);
});

test("a section that only has to be filled in has no fault of its own", () => {
  for (const type of ["text", "columns", "callout", "table"] as const)
    expect(readContent(pageWith(type)), type).toHaveProperty("value");
});

test("links are found at the fields that say them", () => {
  expect(linkPaths(SAMPLES.page, "/security")).toEqual(["words.en.sections.9.items.0.href"]);
  expect(linkPaths(SAMPLES.menu, "/faq")).toEqual(["items.1.items.0.url"]);
});

test("what the server refuses is told at its field", () => {
  for (const code of ["content-dead-link", "content-dead-anchor"]) {
    const dead = JSON.stringify({ message: "no", code, facts: { href: "/tutorials" } });
    const paths = [...issuesOfRefusal(new HttpError(409, "Conflict", dead), SAMPLES.page).keys()];
    expect(paths).toEqual(["words.en.sections.9.items.1.href"]);
  }
  const wrong = JSON.stringify({
    message: "no",
    code: "input-invalid",
    issues: [{ path: "content.words.en.title", message: "Write something here" }],
  });
  expect([...issuesOfRefusal(new HttpError(400, "Bad Request", wrong), SAMPLES.page).keys()]).toEqual([
    "words.en.title",
  ]);
  expect(issuesOfRefusal(new TypeError("no network"), SAMPLES.page).size).toBe(0);
});
